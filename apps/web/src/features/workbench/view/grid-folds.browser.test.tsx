import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { defaultArrangement } from '../arrangement/arrangement.ts'

const production = sampleEnvironment({ protected: true })
const staging = sampleEnvironment({ id: 12, name: 'staging' })
const token = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXAMPLEq9'

const show = async (folded: readonly string[] = []) => {
  const api = fakeApi()
  api.answers(readVariables, ({ path }) => ({
    environment: path.includes('/11/') ? production : staging,
    version: 4,
    variables: { AWS_REGION: 'eu', AWS_TOKEN: token, AWS_ZONE: path.includes('/11/') ? 'a' : 'b', PORT: '1' },
    details: {},
  }))
  const { arrangement } = await showWorkbench(api, {
    environments: [production, staging],
    place: { view: 'grid' },
    arrangement: { ...defaultArrangement, folded },
  })
  const grid = page.getByRole('grid')
  const prefix = grid.getByRole('button', { name: /^AWS_ \d/ })
  await expect.element(prefix).toBeVisible()
  return { grid, kept: arrangement, prefix }
}

test('by keyboard: a prefix is folded and unfolded, and its cells are skipped', async () => {
  const { grid, kept, prefix } = await show()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(prefix).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(prefix).toHaveAttribute('aria-expanded', 'false')
  expect(kept()).toEqual({ ...defaultArrangement, folded: ['AWS_'] })
  await expect.element(grid.getByRole('row', { name: 'AWS_REGION' })).not.toBeInTheDocument()
  await expect.element(prefix).toHaveTextContent('AWS_31 to check')
  await expectAccessible()

  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  const cell = () => document.activeElement?.closest('[data-column]')
  await expect.poll(() => cell()?.getAttribute('data-row')).toBe('1')
  await userEvent.keyboard('{ArrowUp}')
  // Above the first cell is the head of its column, not the row of the prefix.
  const head = () => document.activeElement?.closest('[role=columnheader]')?.textContent
  await expect.poll(head).toContain('production')
})

test('a secret of a protected environment that is elsewhere too can be found, and a search unfolds', async () => {
  const { grid, prefix } = await show(['AWS_'])
  await page.getByRole('button', { name: 'To check 1' }).click()
  const row = grid.getByRole('row', { name: /AWS_TOKEN/ })
  await expect.element(row.getByText('Same secret as staging')).toBeInTheDocument()
  await expect.element(row.getByText('Same secret as production')).toBeInTheDocument()
  await expect.element(grid.getByRole('row', { name: /AWS_REGION/ })).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(token)
  await page.getByRole('button', { name: 'To check 1' }).click()
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('zone')
  await expect.element(grid.getByRole('row', { name: /AWS_ZONE/ })).toBeVisible()
  expect(prefix.elements()).toHaveLength(0)
})

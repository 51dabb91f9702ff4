import { compareEnvironments, readVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'
import { CompareView } from './compare-view.tsx'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })

const compared = {
  left: production,
  right: staging,
  only_left: ['LICENCE'],
  only_right: ['DEBUG'],
  different: ['PORT'],
  same: ['HOST'],
}

const show = async (environments = [production, staging]) => {
  await renderPart(() => {
    const [left, setLeft] = useState(production)
    return (
      <UntilSaid>
        {(say) => (
          <CompareView
            projectId={7}
            environments={environments}
            left={left}
            onLeft={(id) => setLeft(environments.find((each) => each.id === id) ?? left)}
            onClose={() => say('Closed')}
          />
        )}
      </UntilSaid>
    )
  })
  return { grid: page.getByRole('grid', { name: 'production beside staging' }) }
}

const withValues = (api: FakeApi) => {
  api.answers(compareEnvironments, compared)
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/11/') ? production : staging
    return {
      environment,
      version: 4,
      variables: { PORT: environment.id === 11 ? '443' : '8443' },
      details: {},
    }
  })
}

test('while loading there are no rows, then each key says how it differs', async () => {
  const answer = fakeApi().holds(compareEnvironments)
  const { grid } = await show()
  await expect.element(page.getByRole('combobox', { name: 'Left environment' })).toBeVisible()
  expect(grid.elements()).toHaveLength(0)
  answer(compared)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toHaveTextContent('Differs')
  await expect.element(grid.getByRole('row', { name: 'LICENCE' })).toHaveTextContent('Only production')
  await expect.element(grid.getByRole('row', { name: 'DEBUG' })).toHaveTextContent('Only staging')
  await expectAccessible()
})

test('two environments without keys', async () => {
  fakeApi().answers(compareEnvironments, {
    ...compared,
    only_left: [],
    only_right: [],
    different: [],
    same: [],
  })
  await show()
  await expect.element(page.getByText('No key here.')).toBeVisible()
  await expectAccessible()
})

test('a failure is said, and trying again compares', async () => {
  const api = fakeApi()
  api.rejects(compareEnvironments, 'INTERNAL')
  const { grid } = await show()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The environments could not be compared')
  await expectAccessible()
  api.answers(compareEnvironments, compared)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(grid).toBeVisible()
})

test('a value shows only once it is asked for, and only that one', async () => {
  const api = fakeApi()
  withValues(api)
  const { grid } = await show()
  await expect.element(grid).toBeVisible()
  expect(api.sent(readVariables)).toHaveLength(0)
  await grid.getByRole('button', { name: 'Reveal PORT in staging' }).click()
  await expect.element(grid.getByText('8443')).toBeVisible()
  expect(grid.getByText('443', { exact: true }).elements()).toHaveLength(0)
})

test('by keyboard: searching narrows, Escape closes; swapping asks for the other side', async () => {
  withValues(fakeApi())
  const { grid } = await show()
  await expect.element(grid).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('zzz')
  await expect.element(page.getByText('No key here matches “zzz”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(grid.getByRole('row', { name: 'HOST' })).toBeVisible()
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect
    .element(page.getByRole('combobox', { name: 'Left environment' }))
    .toHaveValue(String(staging.id))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
})

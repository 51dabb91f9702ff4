import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { readProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../../tests/fake-api.ts'
import { renderPart } from '../../../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../../../tests/samples.ts'
import { projectSearch } from '../../../search.ts'
import { ProjectPage } from '../project-page.tsx'
import { saveLastView } from '../use-project-place.ts'

const names = ['production', 'staging', 'development', 'qa', 'load-test']
const listedEnvironments = names.map((name, index) =>
  sampleEnvironment({
    id: 11 + index,
    name,
    variable_count: name === 'load-test' ? 0 : 2,
    last_change: { at: '2026-03-01T10:00:00.000Z', author: { username: 'linus', token_name: null } },
  }),
)

/** The project page, at the address that it leads itself to. */
async function show(role: 'owner' | 'read' = 'owner', environments = listedEnvironments) {
  const api = fakeApi()
  api.answers(readProject, { project: sampleProject({ user_role: role, owner_username: 'grace' }) })
  api.answers(listEnvironments, { environments })
  api.answers(readVariables, ({ path }) => {
    const environment = environments.find(({ id }) => path.includes(`/${id}/`)) ?? sampleEnvironment()
    return { environment, version: 4, variables: { PORT: '80' }, details: {} }
  })
  const author = { username: 'linus', token_name: null }
  const newest = {
    version: 4,
    created_at: '2026-03-01T10:00:00.000Z',
    author,
    added: [],
    changed: [],
    removed: [],
  }
  api.answers(listVersions, { versions: [newest], whole_from: null, hasMore: false })
  for (const environment of [13, 12, 11]) saveLastView(localStorage, 7, { tab: 'variables', environment })
  return renderPart(
    ({ search }) => (
      <ProjectPage id={7} search={projectSearch(search)} action={undefined} onActionDone={() => {}} />
    ),
    { path: '/project/7?tab=variables&environment=11' },
  )
}

const trigger = (name: string) => page.getByRole('button', { name: `Environment: ${name}` })
const panel = () => page.getByRole('dialog', { name: 'Environments' })
const listed = () =>
  panel()
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
const table = (name: string) => page.getByRole('grid', { name: `Variables of ${name}` })

async function openByKey() {
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  await userEvent.keyboard('o')
  await expect.element(panel().getByRole('combobox')).toHaveFocus()
}

test('lists the last three, then all by name; Enter opens the one used before', async () => {
  await show()
  await openByKey()
  const order = ['production', 'staging', 'development', 'load-test', 'qa']
  expect(listed().map((text) => order.find((name) => text?.startsWith(name)))).toEqual(order)
  await expect.element(panel().getByRole('option', { name: 'load-test' })).toHaveTextContent('empty')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(table('staging')).toBeVisible()
  await expect.element(trigger('staging')).toHaveFocus()
})

test('typing finds, Escape clears and then closes', async () => {
  await show()
  await openByKey()
  await userEvent.keyboard('load')
  await expect.poll(() => listed().length).toBe(1)
  await userEvent.keyboard('zz')
  await expect.element(panel().getByText('No environment matches “loadzz”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => listed().length).toBe(5)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
})

test('Alt+Enter compares, Ctrl+Enter opens another tab', async () => {
  const { location } = await show()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await openByKey()
  await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  await expect.element(panel()).not.toBeInTheDocument()
  expect(open).toHaveBeenCalledExactlyOnceWith(
    '/project/7?tab=variables&environment=13',
    '_blank',
    'noopener',
  )
  expect(location()).toBe('/project/7?tab=variables&environment=11')
  open.mockRestore()
  await openByKey()
  await userEvent.keyboard('{ArrowDown}{Alt>}{Enter}{/Alt}')
  await expect.element(page.getByRole('combobox', { name: 'Right environment' })).toHaveValue('13')
})

test('brackets go through them by name, and the line has the color of the environment', async () => {
  await show()
  await expect.element(table('production')).toBeVisible()
  const lineOf = () =>
    getComputedStyle(document.querySelector('[data-workbench]') ?? document.body).borderBottomColor
  const plum = lineOf()
  await userEvent.keyboard('[[')
  await expect.element(table('load-test')).toBeVisible()
  expect(lineOf()).not.toBe(plum)
  await userEvent.keyboard(']')
  await expect.element(table('production')).toBeVisible()
  expect(lineOf()).toBe(plum)
})

test('the foot leads to the grid, and owners to a new environment', async () => {
  const { location } = await show()
  await openByKey()
  await panel().getByRole('button', { name: 'Side by side' }).click()
  await expect.poll(location).toContain('view=grid')
  await expect.element(trigger('All environments')).toBeVisible()
  await trigger('All environments').click()
  await panel().getByRole('button', { name: 'New' }).click()
  await expect.poll(location).toContain('action=new-environment')
})

test('a reader cannot create one', async () => {
  await show('read')
  await openByKey()
  await expect.element(panel().getByRole('button', { name: 'Compare with…' })).toBeVisible()
  expect(panel().getByRole('button', { name: 'New' }).elements()).toHaveLength(0)
})

test('the bar names the newest change and its author, and opens the history', async () => {
  await show()
  const change = page.getByRole('button', { name: /^v4 · changed .* by linus$/ })
  await change.click()
  await expect.element(page.getByRole('dialog', { name: 'History' })).toBeVisible()
})

test('a long name leaves the icons their place on a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 900))
  const name = 'preview-checkout-redesign-for-the-autumn-campaign'
  await show('owner', [sampleEnvironment({ id: 11, name })])
  const environment = trigger(name)
  await expect.element(environment).toBeVisible()
  const search = page.getByRole('button', { name: 'Search or run a command' })
  const left = search.element().getBoundingClientRect().left
  expect(environment.element().getBoundingClientRect().right).toBeLessThanOrEqual(left)
})

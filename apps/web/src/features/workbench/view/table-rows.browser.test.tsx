import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { defaultArrangement, type TableArrangement } from '../arrangement/arrangement.ts'
import type { Filter } from '../store/filters.ts'

const secret = '9f86d081884c7d659a2feaa0c55ad015'
const production = sampleEnvironment({ protected: true, variable_count: 6 })
const staging = sampleEnvironment({ id: 12, name: 'staging' })
const qa = sampleEnvironment({ id: 13, name: 'qa' })
const empty = sampleEnvironment({ id: 14, name: 'load-test', variable_count: 0 })

const variables: Record<number, Record<string, string>> = {
  11: { API_TOKEN: secret, AWS_A: '1', AWS_B: '2', AWS_C: '3', PORT: '443', ZONE: 'a' },
  12: { API_TOKEN: secret, AWS_A: '1', PORT: '80', SEED_TOKEN: 'x' },
  13: { API_TOKEN: 'another', AWS_A: '1', AWS_B: '2', PORT: '8080' },
}
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const version = (at: number, days: number, names: Partial<Record<'added' | 'changed', string[]>>) => ({
  version: at,
  created_at: daysAgo(days),
  author: { username: at === 4 ? 'grace' : null, token_name: null },
  added: [],
  changed: [],
  removed: [],
  ...names,
})

function answered(api: FakeApi): void {
  api.answers(listEnvironments, { environments: [production, staging, qa, empty] })
  api.answers(readVariables, ({ path }) => {
    const environment = [production, staging, qa].find(({ id }) => path.includes(`/${id}/`)) ?? empty
    return {
      environment,
      version: 4,
      variables: variables[environment.id] ?? {},
      details: environment === production ? { ZONE: { note: 'Where the shop runs', due: tomorrow } } : {},
    }
  })
  api.answers(listVersions, {
    versions: [
      version(4, 1, { changed: ['PORT'] }),
      version(3, 40, { added: ['API_TOKEN', 'AWS_A', 'AWS_B', 'AWS_C'] }),
    ],
    whole_from: null,
    hasMore: true,
  })
}

const show = async (api: FakeApi, options: { only?: Filter; arrangement?: TableArrangement } = {}) => {
  const { only, arrangement = defaultArrangement } = options
  const part = await showWorkbench(api, { place: { environment: production.id, only }, arrangement })
  return { ...part, kept: part.arrangement }
}

const row = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const keys = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((each) => each.textContent)

test('a row says when it was changed and by whom, its note, and how the others stand', async () => {
  const api = fakeApi()
  answered(api)
  await show(api)
  await expect.element(row('API_TOKEN').getByText('Same secret in staging')).toBeVisible()
  await expect.element(row('PORT').getByText('Differs in 2')).toBeVisible()
  await expect.element(row('PORT')).toHaveTextContent('yesterday grace')
  await expect.element(row('ZONE').getByText('Only here')).toBeVisible()
  await expect.element(row('ZONE').getByText('Where the shop runs')).toBeVisible()
  await expect.element(row('ZONE').getByText(/^Due /)).toBeVisible()
  await expect.element(row('ZONE').getByText(/^before /)).toBeVisible()
  await expect.element(row('AWS_B').getByText('Missing in staging')).toBeVisible()
  expect(api.sent(readVariables).filter(({ path }) => path.includes('/14/'))).toHaveLength(0)
  expect(document.body.textContent).not.toContain(secret)
  await expectAccessible()
})

test('very wide screens show how each environment stands, beside the words', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(2300, 900)
  try {
    const api = fakeApi()
    answered(api)
    await show(api)
    await expect.element(row('API_TOKEN')).toHaveTextContent('Same secret in staging')
    const signsOf = (name: string) =>
      [...row(name).element().querySelectorAll<HTMLElement>('.cell-strip > *')].map(
        ({ dataset }) => dataset.sign,
      )
    await expect.element(row('AWS_B')).toBeVisible()
    expect(document.querySelector('[data-head] .cell-strip')?.textContent).toBe('stagingqa')
    expect(signsOf('API_TOKEN')).toEqual(['same-secret', 'different'])
    expect(signsOf('AWS_B')).toEqual(['missing', 'same'])
    await expectAccessible()
    await page.viewport(1440, 900)
    await expect.poll(() => document.querySelectorAll('.cell-strip').length).toBe(0)
  } finally {
    await page.viewport(innerWidth, innerHeight)
  }
})

test('a sign lists all environments, and each leads there', async () => {
  const api = fakeApi()
  answered(api)
  const { place } = await show(api)
  await row('PORT').getByRole('button', { name: 'Differs in 2' }).click()
  const panel = page.getByRole('dialog', { name: 'PORT in other environments' })
  await expect.poll(() => panel.getByRole('button').elements()).toHaveLength(2)
  await expectAccessible()
  await panel.getByRole('button', { name: /^staging/ }).click()
  await expect.poll(place).toEqual({ environment: staging.id, find: 'PORT' })
  await expect.element(panel).not.toBeInTheDocument()
})

test('an environment that cannot be read leaves a note, and nothing is said to be only here', async () => {
  const api = fakeApi()
  answered(api)
  api.answers(readVariables, ({ path }) => {
    if (path.includes('/13/')) throw new Error('No answer')
    const environment = path.includes('/12/') ? staging : production
    return { environment, version: 4, variables: variables[environment.id] ?? {}, details: {} }
  })
  await show(api)
  await expect.element(row('PORT').getByText('Differs in staging')).toBeVisible()
  await expect.element(page.getByText('qa could not be read, and is not compared')).toBeVisible()
  await expect.element(row('ZONE')).not.toHaveTextContent('Only here')
  await expectAccessible()
})

test('by keyboard: arrows fold and unfold a prefix, X selects all of it', async () => {
  const api = fakeApi()
  answered(api)
  const { kept } = await show(api)
  await expect.element(row('AWS_A')).toBeVisible()
  const prefix = page.getByRole('button', { name: /^AWS_/ })
  await expect.element(prefix).toHaveAttribute('aria-expanded', 'true')
  row('AWS_B').element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(prefix).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(prefix).toHaveAttribute('aria-expanded', 'false')
  await expect.element(row('AWS_B')).not.toBeInTheDocument()
  expect(kept()).toEqual({ ...defaultArrangement, folded: ['AWS_'] })
  const folded = page.getByRole('row').filter({ has: prefix })
  await expect.element(folded).toHaveTextContent(/Missing in/)
  await expect.element(folded).toHaveTextContent(/[A-Z][a-z]{2} \d+/)
  await userEvent.keyboard('x')
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(row('AWS_B')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('AWS_B')).not.toBeInTheDocument()
})

test('a selection is downloaded as one file', async () => {
  const api = fakeApi()
  answered(api)
  await show(api)
  await row('PORT').getByRole('checkbox').click()
  await row('ZONE').getByRole('checkbox').click()
  const saved = vi.spyOn(URL, 'createObjectURL')
  try {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const [file] = saved.mock.calls[0] ?? []
    expect(file).toBeInstanceOf(Blob)
    expect(await (file as Blob).text()).toBe('PORT=443\n# Where the shop runs\nZONE=a\n')
  } finally {
    saved.mockRestore()
  }
})

test('heads sort, and any order but that of the keys has no prefixes', async () => {
  const api = fakeApi()
  answered(api)
  const { kept } = await show(api, { arrangement: { ...defaultArrangement, folded: ['AWS_'] } })
  await expect.element(row('PORT').getByText('Differs in 2')).toBeVisible()
  await expect.poll(keys).toEqual(['API_TOKEN', 'AWS_3', 'PORT', 'ZONE'])
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(head('Key')).toHaveAttribute('aria-sort', 'ascending')
  await head('Changed').getByRole('button').click()
  await expect.element(head('Changed')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(head('Key')).toHaveAttribute('aria-sort', 'none')
  await expect.poll(keys).toEqual(['PORT', 'API_TOKEN', 'AWS_A', 'AWS_B', 'AWS_C', 'ZONE'])
  expect(kept()).toEqual({ sort: { by: 'changed', isReversed: false }, folded: ['AWS_'] })
  await head('In other environments').getByRole('button').click()
  await expect.poll(() => keys().slice(0, 3)).toEqual(['API_TOKEN', 'AWS_B', 'PORT'])
  await head('Key').getByRole('button').click()
  await head('Key').getByRole('button').click()
  await expect.element(head('Key')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(keys).toEqual(['ZONE', 'PORT', 'AWS_3', 'API_TOKEN'])
})

test('filters count, show their keys, and say when there are none', async () => {
  await page.viewport(1440, 900)
  const api = fakeApi()
  answered(api)
  await show(api, { only: 'missing' })
  const chip = (name: RegExp) => page.getByRole('button', { name })
  await expect.element(chip(/^Missing 1$/)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(keys).toEqual(['AWS_B'])
  await chip(/^To check 2$/).click()
  await expect.poll(keys).toEqual(['API_TOKEN', 'ZONE'])
  await chip(/^Changed this week 1$/).click()
  await expect.poll(keys).toEqual(['PORT'])
  await expectAccessible()
  await chip(/^Changed this week 1$/).click()
  await expect.element(row('API_TOKEN')).toBeVisible()
})

test('filters have no count, and find nothing missing, before the environments are compared', async () => {
  await page.viewport(1440, 900)
  const api = fakeApi()
  answered(api)
  const compare = Promise.withResolvers<void>()
  api.answers(readVariables, async ({ path }) => {
    const environment = [staging, qa].find(({ id }) => path.includes(`/${id}/`)) ?? production
    if (environment !== production) await compare.promise
    return { environment, version: 4, variables: variables[environment.id] ?? {}, details: {} }
  })
  await showWorkbench(api, { place: { environment: production.id, only: 'missing' } })
  await expect.element(page.getByText('Comparing environments…')).toBeVisible()
  for (const name of ['To check', 'Differing', 'Missing'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Changed this week 1' })).toBeVisible()
  await expect.element(page.getByText('Nothing is missing')).not.toBeInTheDocument()
  await expectAccessible()
  compare.resolve()
  await expect.element(page.getByRole('button', { name: 'Missing 1' })).toBeVisible()
})

test('a filter without keys says so, and shows all again', async () => {
  const api = fakeApi()
  answered(api)
  api.rejects(listVersions, 'INTERNAL')
  await show(api, { only: 'changed' })
  await expect.element(page.getByText('No key was changed this week')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show all keys' }).click()
  await expect.element(row('PORT')).toBeVisible()
})

test('the search finds notes, counts, and offers keys that are missing here', async () => {
  const api = fakeApi()
  answered(api)
  await show(api)
  await expect.element(row('ZONE').getByText('Only here')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search keys and notes' })
  await search.fill('the shop')
  await expect.poll(keys).toEqual(['ZONE'])
  await search.fill('token')
  await expect.element(page.getByText('1 of 6', { exact: true })).toBeVisible()
  const missing = page.getByRole('region', { name: 'Missing in production' })
  await expect.element(missing.getByTitle('SEED_TOKEN')).toBeVisible()
  await expect.element(missing.getByText('staging')).toBeVisible()
  await expectAccessible()
  await missing.getByRole('button', { name: 'Add here SEED_TOKEN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Variable' })
  await expect.element(dialog.getByRole('textbox', { name: 'Key' })).toHaveValue('SEED_TOKEN')
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toHaveFocus()
})

test('locking the vault takes the signs with the values', async () => {
  const api = fakeApi()
  answered(api)
  const { connection } = await show(api)
  await expect.element(row('PORT').getByText('Differs in 2')).toBeVisible()
  const before = api.sent(readVariables).length
  connection.vault.lock()
  await expect.element(page.getByText('Master password required to view variables')).toBeVisible()
  connection.vault.hold('correct horse battery staple')
  await expect.element(row('PORT').getByText('Differs in 2')).toBeVisible()
  expect(api.sent(readVariables).length).toBe(before + 3)
})

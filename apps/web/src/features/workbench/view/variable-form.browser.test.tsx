import {
  createVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { openVault, signInAgain } from '../../../tests/lock-vault.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { variablesKey } from '../data/variable-queries.ts'

const production = sampleEnvironment()
const edited = { note: 'Of the team', due: '2031-01-31' }

const holding = (api: FakeApi, version: number, variables: Record<string, string>) =>
  api.answers(readVariables, {
    environment: { ...production, version },
    version,
    variables,
    details: 'PORT' in variables ? { PORT: edited } : {},
  })

const noChanges = { warnings: [], added: [], changed: [], removed: [], unchanged: [] }

const byGrace = { created_at: production.created_at, author: { username: 'grace', token_name: null } }

/** A form in which a value was typed, whose environment another user changes. */
async function editWhile(api: FakeApi, variables: Record<string, string>) {
  holding(api, 4, { PORT: '80', HOST: 'shop.example' })
  api.answers(listVersions, {
    versions: [{ ...byGrace, version: 5, added: [], changed: [], removed: [] }],
    whole_from: null,
    hasMore: false,
  })
  const part = await showWorkbench(api, { environments: [production] })
  await page.getByRole('button', { name: 'Edit PORT' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('8080')
  holding(api, 5, variables)
  const refetch = () => part.connection.queries.refetchQueries({ queryKey: variablesKey(production.id) })
  return { ...part, refetch }
}

const editRemoved = (api: FakeApi) => editWhile(api, { HOST: 'shop.example' })

const button = (name: string) => page.getByRole('dialog').getByRole('button', { name })

/** Saves, and expects that the variable is added with all of its fields. */
async function addAgain(api: FakeApi) {
  await expect
    .element(page.getByText('PORT does not exist now. Saving adds it again, with all fields below.'))
    .toBeVisible()
  await expectAccessible()
  api.answers(createVariable, {
    environment: { ...production, version: 6 },
    warnings: [],
  })
  await button('Add again to production').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(createVariable).map(({ body }) => body)).toEqual([
    { key: 'PORT', value: '8080', ...edited },
  ])
}

test('a variable that another user removed during the edit is added again by the second save', async () => {
  const api = fakeApi()
  await editRemoved(api)
  api.rejects(updateVariable, 'VERSION_MISMATCH')
  await button('Save to production').click()
  await expect.element(page.getByText('Since you loaded it, grace removed PORT.')).toBeVisible()
  await addAgain(api)
  expect(api.sent(updateVariable)).toHaveLength(1)
  holding(api, 6, { PORT: '8080', HOST: 'shop.example' })
  api.answers(writeVariables, {
    environment: { ...production, version: 7 },
    warnings: [],
    added: [],
    changed: [],
    removed: ['PORT'],
    unchanged: ['HOST'],
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => api.sent(writeVariables).map(({ body }) => body))
    .toMatchObject([{ variables: {}, remove: ['PORT'] }])
})

test('the form says so before the first save, once the page knows', async () => {
  const api = fakeApi()
  const { refetch } = await editRemoved(api)
  await refetch()
  await addAgain(api)
  expect(api.sent(updateVariable)).toHaveLength(0)
  expect(api.sent(createVariable)[0]?.headers.get('if-match')).toBe('"5"')
})

test('a value that another user saved during the edit is overwritten only after the form has said so', async () => {
  const api = fakeApi()
  const { refetch } = await editWhile(api, { PORT: '443', HOST: 'shop.example' })
  await refetch()
  api.rejects(updateVariable, 'VERSION_MISMATCH')
  api.answers(readVersion, {
    ...byGrace,
    version: 4,
    variables: { PORT: '80', HOST: 'shop.example' },
    details: {},
  })
  await button('Save to production').click()
  await expect.element(page.getByText('Since you loaded it, grace changed PORT.')).toBeVisible()
  api.answers(updateVariable, { environment: { ...production, version: 6 }, warnings: [] })
  await button('Save to production').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(updateVariable).map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"5"'])
})

test('after the session has ended, a saved form is undone to the value that it began with', async () => {
  const api = fakeApi()
  holding(api, 4, { TOKEN: 'abc', HOST: 'shop.example' })
  const { connection } = await showWorkbench(api, { environments: [production] })
  await page.getByRole('button', { name: 'Edit TOKEN' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('xyz')
  await signInAgain(connection)
  await button('Save to production').click()
  holding(api, 5, { TOKEN: 'xyz', HOST: 'shop.example' })
  const saved = { ...production, version: 5 }
  api.answers(updateVariable, { environment: saved, warnings: [] })
  api.answers(writeVariables, { ...noChanges, environment: { ...production, version: 6 } })
  await openVault(connection)
  await expect.element(page.getByText('Variable updated')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => api.sent(writeVariables).map(({ body }) => body))
    .toEqual([{ variables: { TOKEN: 'abc' }, mode: 'merge', details: {}, remove: [] }])
})

test('after the session has ended, a variable is renamed in the other environments as well', async () => {
  const api = fakeApi()
  const staging = sampleEnvironment({ id: 12, name: 'staging' })
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/11/') ? production : staging
    return { environment, version: 4, variables: { TOKEN: 'abc' }, details: {} }
  })
  const { connection } = await showWorkbench(api, { environments: [production, staging] })
  await page.getByRole('button', { name: 'Edit TOKEN' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('SECRET')
  await expect.element(page.getByRole('checkbox', { name: 'staging' })).toBeChecked()
  await signInAgain(connection)
  await button('Save to production').click()
  api.answers(updateVariable, ({ path }) => ({
    environment: { ...(path.includes('/11/') ? production : staging), version: 5 },
    warnings: [],
  }))
  await openVault(connection)
  await expect.element(page.getByText('Variable updated')).toBeVisible()
  expect(api.sent(updateVariable)).toHaveLength(2)
})

test('a renamed variable that the page has read already is not renamed there once more', async () => {
  const api = fakeApi()
  holding(api, 4, { TOKEN: 'abc' })
  const { connection } = await showWorkbench(api, { environments: [production] })
  await page.getByRole('button', { name: 'Edit TOKEN' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('SECRET')
  const answer = api.holds(updateVariable)
  await button('Save to production').click()
  await expect.poll(() => api.sent(updateVariable)).toHaveLength(1)
  holding(api, 5, { SECRET: 'abc' })
  await connection.queries.refetchQueries({ queryKey: variablesKey(production.id) })
  answer({ environment: { ...production, version: 5 }, warnings: [] })
  await expect.element(page.getByText('Variable updated')).toBeVisible()
  await page.getByRole('button', { name: 'Reveal SECRET', exact: true }).click()
  await expect.element(page.getByRole('row', { name: 'SECRET' })).toHaveTextContent('abc')
})

test('a second save after a lost answer finds its changes there already, which is not a conflict', async () => {
  const api = fakeApi()
  await editWhile(api, { PORT: '8080', HOST: 'shop.example' })
  api.rejects(updateVariable, 'VERSION_MISMATCH')
  await button('Save to production').click()
  await expect.element(page.getByText('Variable updated')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
})

test.each([
  ['renamed', 'PORT', 'APP_PORT', updateVariable, 'VERSION_MISMATCH'],
  ['added', undefined, 'APP_PORT', createVariable, 'CONFLICT'],
] as const)(
  'one that was %s before the answer was lost is there as well',
  async (_, old, name, call, code) => {
    const api = fakeApi()
    const variables = { HOST: 'shop.example', ...(old && { [old]: '80' }) }
    holding(api, 4, variables)
    await showWorkbench(api, { environments: [production] })
    if (old) await page.getByRole('button', { name: `Edit ${old}` }).click()
    else await page.getByRole('button', { name: 'Add Variable' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill(name)
    if (!old) await page.getByRole('textbox', { name: 'Value' }).fill('80')
    const details = old ? { [name]: edited } : {}
    api.rejects(call, code)
    api.answers(readVariables, {
      environment: { ...production, version: 5 },
      version: 5,
      variables: { HOST: 'shop.example', [name]: '80' },
      details,
    })
    await button(old ? 'Save to production' : 'Add to production').click()
    await expect.element(page.getByText(/^Variable (updated|created)/)).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  },
)

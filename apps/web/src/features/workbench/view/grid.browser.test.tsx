import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { variablesKey } from '../data/variable-queries.ts'

const production = sampleEnvironment()
const live = sampleEnvironment({ protected: true })
const staging = sampleEnvironment({ id: 12, name: 'staging' })

const holding = (
  api: FakeApi,
  values: Record<'production' | 'staging', Record<string, string>>,
  version = 4,
) =>
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/11/') ? production : staging
    return {
      environment,
      version,
      variables: environment === production ? values.production : values.staging,
      details: {},
    }
  })

const show = async (
  api: FakeApi,
  { role = 'owner' as 'owner' | 'read', environments = [production, staging] } = {},
) => {
  const project = { user_role: role }
  const part = await showWorkbench(api, { environments, project, place: { view: 'grid' } })
  return { ...part, grid: page.getByRole('grid') }
}

test('while loading there is no grid, then each key with what it lacks, and no value', async () => {
  const api = fakeApi()
  const answer = api.holds(readVariables)
  const { grid } = await show(api)
  await expect.element(page.getByRole('searchbox', { name: 'Search keys' })).toBeVisible()
  expect(grid.elements()).toHaveLength(0)
  answer({ environment: production, version: 4, variables: { PORT: '8443' }, details: {} })
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  expect(document.body.textContent).not.toContain('8443')
  await expectAccessible()
})

test('environments without variables', async () => {
  const api = fakeApi()
  holding(api, { production: {}, staging: {} })
  await show(api)
  await expect.element(page.getByText('No variables in these environments yet')).toBeVisible()
  await expectAccessible()
})

test('a failure is said, and trying again reads', async () => {
  const api = fakeApi()
  api.rejects(readVariables, 'INTERNAL')
  const { grid } = await show(api)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The variables did not load')
  await expectAccessible()
  holding(api, { production: { PORT: '8443' }, staging: {} })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
})

test('filters count, and show what is missing', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1', HOST: 'a' }, staging: { PORT: '2' } })
  const { grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('button', { name: 'Missing 1' }).click()
  await expect.element(grid.getByRole('row', { name: 'PORT' })).not.toBeInTheDocument()
  await expect.element(grid.getByRole('row', { name: 'HOST' })).toBeVisible()
})

test('by keyboard: a cell is edited, reviewed and saved as one version', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
  api.answers(writeVariables, {
    environment: { ...production, version: 5 },
    warnings: [],
    added: [],
    changed: ['PORT'],
    removed: [],
    unchanged: [],
  })
  const { grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const editor = page.getByRole('textbox', { name: 'Value of PORT in production' })
  await expect.element(editor).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}8080{Enter}')
  await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible()
  await page.getByRole('button', { name: /^Review/ }).click()
  const review = page.getByRole('dialog')
  await expect.element(review.getByText('PORT')).toBeVisible()
  await expectAccessible()
  await review.getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByRole('button', { name: /^Review/ })).not.toBeInTheDocument()
  await expect.element(page.getByText('Saved production as version 5')).toBeVisible()
  expect(api.sent(writeVariables).map(({ path, body }) => [path, body])).toEqual([
    ['/api/env/environments/11/variables', { variables: { PORT: '8080' }, mode: 'merge', remove: [] }],
  ])
})

test('a text pasted onto a cell has line breaks without the carriage returns of Windows', async () => {
  const api = fakeApi()
  holding(api, { production: { CERT: '1' }, staging: {} })
  const { grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'CERT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'one\r\ntwo\r\n')
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  api.holds(writeVariables)
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(() => api.sent(writeVariables)[0]?.body)
    .toMatchObject({ variables: { CERT: 'one\ntwo\n' } })
})

test('a cell is saved on the version at which its edit began', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: {} })
  const { connection, grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('8080')
  holding(api, { production: { PORT: '443' }, staging: {} }, 5)
  await connection.queries.refetchQueries({ queryKey: variablesKey(production.id) })
  await userEvent.keyboard('{Enter}')
  api.holds(writeVariables)
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => api.sent(writeVariables)[0]?.headers.get('if-match')).toBe('"4"')
})

test('an undo from this page does not conflict with what was typed before it', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: {} })
  let version = 4
  api.answers(writeVariables, () => {
    version += 1
    const names = { added: [], changed: ['PORT'], removed: [], unchanged: [] }
    return { environment: { ...production, version }, warnings: [], ...names }
  })
  const { grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  const edit = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Search keys' }).click()
    await userEvent.keyboard(`{ArrowDown}{Enter}{Control>}a{/Control}${text}{Enter}`)
    await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible()
  }
  const save = async () => {
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  }
  await edit('8080')
  await save()
  await expect.element(page.getByText('Saved production as version 5')).toBeVisible()
  holding(api, { production: { PORT: '8080' }, staging: {} }, 5)
  await edit('9090')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(page.getByText('Restored production')).toBeVisible()
  await save()
  await expect.element(page.getByText('Saved production as version 7')).toBeVisible()
  const sent = api.sent(writeVariables)
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"5"', '"6"'])
})

test('Tab accepts and goes on to the next environment; the review confirms a protected one, and is undone', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
  const seen = Promise.withResolvers<void>()
  api.answers(writeVariables, async ({ path }) => {
    const isLive = path.includes('/11/')
    if (isLive) await seen.promise
    return {
      environment: { ...(isLive ? live : staging), version: 5 },
      warnings: [],
      added: [],
      changed: ['PORT'],
      removed: [],
      unchanged: [],
    }
  })
  const { grid } = await show(api, { environments: [staging, live] })
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}80{Tab}443{Tab}')
  // There is no further environment.
  await expect.element(grid.getByRole('gridcell', { name: /production/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}{Shift>}{Tab}{/Shift}')
  await expect.element(grid.getByRole('gridcell', { name: /staging/ })).toHaveFocus()
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: 'Save to staging and production' }).click()
  // What is saved is ticked off, and stays in its place.
  const rowIn = (name: string) => page.getByRole('dialog').getByRole('region', { name }).getByRole('listitem')
  await expect.element(rowIn('staging')).toHaveTextContent('PORTsaved')
  await expect.element(rowIn('production')).toHaveTextContent('~PORTchanged')
  seen.resolve()
  await expect.element(page.getByText('Saved staging as version 5, production as version 5')).toBeVisible()
  expect(api.sent(writeVariables).map(({ headers }) => headers.get('confirm-environment'))).toEqual([
    null,
    'production',
  ])
  holding(api, { production: { PORT: '443' }, staging: { PORT: '80' } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Restored everything')).toBeVisible()
  expect(
    api
      .sent(writeVariables)
      .slice(2)
      .map(({ body }) => body),
  ).toMatchObject([{ variables: { PORT: '1' } }, { variables: { PORT: '2' } }])
})

test('the smallest phones show both environments of the pair', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(320, 640)
  try {
    const api = fakeApi()
    holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
    const { grid } = await show(api)
    await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
    await expect.poll(() => grid.getByRole('gridcell').elements()).toHaveLength(2)
  } finally {
    await page.viewport(innerWidth, innerHeight)
  }
})

test('a reader can reveal, and not edit', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '8443' }, staging: {} })
  const { grid } = await show(api, { role: 'read' })
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Add key' }).elements()).toHaveLength(0)
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(page.getByRole('textbox', { name: /^Value of/ }).elements()).toHaveLength(0)
})

test('a locked vault keeps an unsaved change, and hides everything', async () => {
  const api = fakeApi()
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  holding(api, { production: { PORT: '1' }, staging: {} })
  const { connection, grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('8080{Enter}')
  await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible()
  connection.vault.lock()
  await expect.element(page.getByText('Your change is kept')).toBeVisible()
  expect(grid.elements()).toHaveLength(0)
  connection.vault.hold('correct horse battery staple')
  await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible()
})

test('what is being typed outlives its environment', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
  const { grid, list } = await show(api, {
    environments: [production, staging, sampleEnvironment({ id: 13, name: 'qa' })],
  })
  await expect.element(grid.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('8080')
  await list([staging, sampleEnvironment({ id: 13, name: 'qa' })])
  await expect.element(page.getByText('production was deleted')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy as JSON' })).toBeVisible()
})

test('what is being typed outlives its row, which someone deletes while the vault is locked', async () => {
  const api = fakeApi()
  api.answers(readMasterPasswordStatus, { hasMasterPassword: true })
  holding(api, { production: { PORT: '1', HOST: 'a' }, staging: { PORT: '2' } })
  const { connection, grid } = await show(api)
  await expect.element(grid.getByRole('row', { name: 'HOST' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('typed')
  connection.vault.lock()
  await expect.poll(() => grid.elements()).toHaveLength(0)
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } }, 5)
  connection.vault.hold('correct horse battery staple')
  await expect.element(page.getByRole('button', { name: 'Review and save 1' })).toBeVisible()
  await expect.element(grid.getByRole('row', { name: 'HOST' })).toBeVisible()
})

test.each([
  ['the grid', { view: 'grid' }],
  ['a comparison', { comparison: {} }],
] as const)('edits of a project that is gone can be copied after unlocking, in %s', async (_, place) => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
  const { connection } = await showWorkbench(api, {
    environments: [production, staging],
    place,
  })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('8080{Enter}')
  await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible()
  connection.vault.lock()
  await expect.element(page.getByText('Your change is kept')).toBeVisible()
  api.rejects(readVariables, 'NOT_FOUND')
  api.rejects(listEnvironments, 'NOT_FOUND')
  await connection.queries.refetchQueries({ queryKey: [listEnvironments.name] })
  connection.vault.hold('correct horse battery staple')
  await expect
    .element(page.getByText('production was deleted, or is no longer shared with you.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy as JSON' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Review/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expectAccessible()
})

test('edits of a comparison outlive its other side', async () => {
  const api = fakeApi()
  holding(api, { production: { PORT: '1' }, staging: { PORT: '2' } })
  const { list } = await showWorkbench(api, {
    environments: [production, staging],
    place: { environment: production.id, comparison: {} },
  })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search keys' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('8080{Enter}')
  await list([production])
  await expect.element(page.getByRole('option', { name: 'staging' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Review and save 1' })).toBeVisible()
})

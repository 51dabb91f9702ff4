import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { errors } from '@envhold/contract/errors.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'

const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })
const variables = { HOST: 'shop.example', PORT: '80' }
const typed = 'HOST=shop.example\n# My notes\nPORT=8080\nTYPED=an hour of work\n'

const field = page.getByRole('textbox', { name: 'Text of production' })
const button = (name: string) => page.getByRole('button', { name })

const answersBase = (api: FakeApi) =>
  api.answers(readVersion, {
    version: 4,
    created_at: production.created_at,
    author: { username: 'ada', token_name: null },
    variables,
    details: {},
  })

async function showText(api: FakeApi) {
  api.answers(readVariables, { environment: production, version: 4, variables, details: {} })
  const part = await showWorkbench(api, {
    environments: [production, staging],
    place: { environment: production.id, view: 'text' },
  })
  await button('Show text').click()
  return part
}

/** A text in which something was typed before the vault was locked. */
async function lockTyped(api: FakeApi) {
  const part = await showText(api)
  await field.fill(typed)
  part.connection.vault.lock()
  await expect.element(page.getByText('What you typed is kept')).toBeVisible()
  return { ...part, unlock: () => part.connection.vault.hold('correct horse battery staple') }
}

test.each(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'] as const)(
  'typed text waits for its stored lines while reading them fails with %s',
  async (code) => {
    const api = fakeApi()
    const { unlock } = await lockTyped(api)
    api.rejects(readVersion, code)
    unlock()
    await expect
      .element(page.getByRole('alert'), { timeout: 8_000 })
      .toHaveTextContent('The stored lines did not load')
    if (code !== 'INTERNAL')
      await expect.element(page.getByRole('alert')).toHaveTextContent(errors[code].message)
    await expect.element(field).not.toBeInTheDocument()
    await expectAccessible()
    answersBase(api)
    await button('Try again').click()
    await button('Continue editing').click()
    await expect.element(field).toHaveValue(typed)
  },
)

test('without its version, typed text follows the current one', async () => {
  const api = fakeApi()
  const { unlock } = await lockTyped(api)
  api.answers(readVariables, { environment: production, version: 9, variables, details: {} })
  api.rejects(readVersion, 'NOT_FOUND')
  unlock()
  await expect.element(page.getByText(/^The history no longer has version 4/)).toBeVisible()
  await expectAccessible()
  await button('Continue editing').click()
  await expect
    .element(field)
    .toHaveValue('HOST=shop.example\nPORT=80\n# My notes\nPORT=8080\nTYPED=an hour of work')
  await expect.element(button('Review 2 changes')).toBeEnabled()
})

test('a save that outlasts locking the vault leaves nothing to continue', async () => {
  const api = fakeApi()
  const { connection } = await showText(api)
  await field.fill('HOST=shop.example\nPORT=8080\n')
  api.rejects(writeVariables, 'INVALID_MASTER_PASSWORD')
  await button('Review 1 change').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => connection.unlockPrompt.read()).not.toBeNull()
  api.answers(writeVariables, {
    environment: { ...production, version: 5 },
    warnings: [],
    added: [],
    changed: ['PORT'],
    removed: [],
    unchanged: ['HOST'],
  })
  connection.vault.hold('the new master password')
  connection.unlockPrompt.settle('opened')
  await expect.element(page.getByText('Saved production as version 5')).toBeVisible()
  await expect.element(button('Show text')).toBeVisible()
  expect(connection.unsaved.any()).toBe(false)
})

test('typed text of an environment that is gone can be copied', async () => {
  const api = fakeApi()
  const { list, unlock } = await lockTyped(api)
  api.rejects(readVariables, 'NOT_FOUND')
  await list([staging])
  unlock()
  await expect.element(page.getByText(/^production was deleted/)).toBeVisible()
  await expect
    .element(page.getByRole('textbox', { name: 'What you typed' }))
    .toHaveValue('# My notes\nPORT=8080\nTYPED=an hour of work')
  await expect.element(button('Copy text')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expectAccessible()
  await button('Discard').click()
  await expect.element(button('Copy text')).not.toBeInTheDocument()
})

test('so can that of a project that is gone', async () => {
  const api = fakeApi()
  const { connection, unlock } = await lockTyped(api)
  api.rejects(readVariables, 'NOT_FOUND')
  api.rejects(listEnvironments, 'NOT_FOUND')
  await connection.queries.refetchQueries({ queryKey: [listEnvironments.name] })
  unlock()
  await expect.element(button('Copy text')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

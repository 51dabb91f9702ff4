import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { notifyUndoable, type UndoableWrite } from './write-version.ts'

const dev = sampleEnvironment({ id: 71, name: 'dev' })
const staging = sampleEnvironment({ id: 72, name: 'staging' })
const variables = (values: Record<string, string>): Variables =>
  new Map(Object.entries(values).map(([key, value]) => [key, { value }]))

/** What Undo sends, once environments have these variables. */
async function undo(writes: readonly UndoableWrite[], now: Record<number, Record<string, string>>) {
  const api = fakeApi()
  const environmentAt = (path: string) => (path.includes(`/${dev.id}`) ? dev : staging)
  api.answers(readVariables, ({ path }) => {
    const environment = environmentAt(path)
    return { environment, version: environment.version, variables: now[environment.id] ?? {}, details: {} }
  })
  api.answers(writeVariables, ({ path }) => ({
    environment: environmentAt(path),
    warnings: [],
    added: [],
    changed: [],
    removed: [],
    unchanged: [],
  }))
  const { connection } = await renderPart(null)
  notifyUndoable(connection, 'Written', writes)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/changed again since|^Restored/)).toBeVisible()
  return api.sent(writeVariables).map(({ path, body }) => [environmentAt(path).name, body])
}

const renamed: UndoableWrite = {
  after: dev,
  keys: ['OLD', 'NEW'],
  before: variables({ OLD: 's' }),
  written: variables({ NEW: 's' }),
  isOneVariable: true,
}

test('Undo of a rename writes nothing if the old name was added again: the value would be nowhere', async () => {
  expect(await undo([renamed], { [dev.id]: { OLD: 'of somebody else', NEW: 's' } })).toEqual([])
})

test('Undo of a rename gives the variable its old name', async () => {
  const body = { variables: { OLD: 's' }, remove: ['NEW'], mode: 'merge' }
  expect(await undo([renamed], { [dev.id]: { NEW: 's' } })).toMatchObject([['dev', body]])
})

test('Undo of a move leaves in its target what the source does not take back', async () => {
  const keys = ['TAKEN', 'FREE']
  const all = variables({ TAKEN: 's', FREE: 'f' })
  const writes = [
    { after: staging, keys, before: variables({}), written: all },
    { after: dev, keys, before: all, written: variables({}), isSource: true },
  ]
  const now = { [dev.id]: { TAKEN: 'of somebody else' }, [staging.id]: { TAKEN: 's', FREE: 'f' } }
  expect(await undo(writes, now)).toMatchObject([
    ['dev', { variables: { FREE: 'f' } }],
    ['staging', { remove: ['FREE'] }],
  ])
})

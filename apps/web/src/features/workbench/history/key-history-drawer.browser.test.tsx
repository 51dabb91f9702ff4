import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, type VersionSummary } from '@envhold/contract/variables/versions.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { openVault } from '../../../tests/lock-vault.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { dismissToasts } from '../../../ui/feedback/sonner-toaster.tsx'
import { KeyHistoryDrawer } from './key-history-drawer.tsx'

afterEach(dismissToasts)

const ada = { username: 'ada', token_name: null }
const minute = (at: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') + at * 60_000).toISOString()
const version = (number: number, overrides: Partial<VersionSummary>): VersionSummary => ({
  version: number,
  created_at: minute(number),
  author: ada,
  added: [],
  changed: [],
  removed: [],
  ...overrides,
})

/** Folded: 9 and 8. Removed and added again with the same value: 6 and 5. */
const versions = [
  version(9, { changed: ['KEY'] }),
  version(8, { changed: ['KEY', 'OTHER'] }),
  version(7, { changed: ['OTHER'] }),
  version(6, { added: ['KEY'], author: { username: 'grace', token_name: 'CI' } }),
  version(5, { removed: ['KEY'] }),
  version(4, { changed: ['KEY'], author: { username: null, token_name: null } }),
]
const values: Readonly<Record<number, string>> = { 9: 'nine', 8: 'eight', 6: 'four', 4: 'four', 3: 'three' }
const wholeFrom = { version: 3, created_at: minute(3) }

const answering = (api: FakeApi) => {
  api.answers(listVersions, { versions, whole_from: wholeFrom, hasMore: false })
  api.answers(readVersion, ({ path }) => {
    const number = Number(path.split('/').at(-2))
    return {
      version: number,
      created_at: minute(number),
      author: ada,
      variables: { KEY: values[number] ?? '', OTHER: '1' },
      details: {},
    }
  })
}

function Opened(overrides: Partial<Parameters<typeof KeyHistoryDrawer>[0]>) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <KeyHistoryDrawer
      environment={sampleEnvironment({ version: 9 })}
      name="KEY"
      variables={toVariables({ KEY: 'nine', OTHER: '1' })}
      canWrite
      {...overrides}
      onClose={() => setOpen(false)}
    />
  )
}

const show = async (overrides: Partial<Parameters<typeof KeyHistoryDrawer>[0]> = {}) => {
  const part = await renderPart(<Opened {...overrides} />)
  await expect.element(page.getByRole('dialog', { name: 'History of KEY' })).toBeVisible()
  const entries = page.getByRole('list', { name: 'Changes of KEY' }).getByRole('listitem')
  return { ...part, entries }
}
const reveal = (number: number) => page.getByRole('button', { name: `Reveal KEY in version ${number}` })

test('says who changed the key, folds a run, and ends with the oldest stored version', async () => {
  const api = fakeApi()
  answering(api)
  const { entries } = await show()
  await expect.element(entries.first()).toHaveTextContent('~Changed 2 timesCurrent')
  expect(entries.elements()).toHaveLength(5)
  await expect.element(entries.nth(1)).toHaveTextContent('grace · CI · version 6')
  await expect.element(entries.nth(1)).toHaveTextContent('Added again')
  await expect.element(entries.nth(2)).toHaveTextContent('Removed')
  await expect.element(entries.nth(3)).toHaveTextContent('A deleted account')
  await expect.element(entries.nth(4)).toHaveTextContent('version 3, the oldest stored')
  await page.getByRole('button', { name: 'Show the change before' }).click()
  await expect.poll(() => entries.elements()).toHaveLength(6)
  expect(document.body.textContent).not.toContain('OTHER')
  expect(api.sent(readVersion)).toHaveLength(0)
  await expectAccessible()
})

test('reads a value once it is revealed, shows one at a time, and says which are the same', async () => {
  const api = fakeApi()
  answering(api)
  await show()
  await reveal(6).click()
  await expect.element(page.getByText('four')).toBeVisible()
  expect(api.sent(readVersion).map(({ path }) => path)).toEqual([
    '/api/env/environments/11/versions/6/variables',
  ])
  await reveal(4).click()
  await expect.element(page.getByText('Same value as version 4')).toBeVisible()
  await expect.element(reveal(6)).toBeVisible()
  expect(page.getByText('four', { exact: true }).elements()).toHaveLength(1)
  await expectAccessible()
})

test('a value that cannot be read says why, and revealing it again tries again', async () => {
  const api = fakeApi()
  answering(api)
  api.rejects(readVersion, 'FORBIDDEN')
  await show()
  await reveal(3).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  answering(api)
  await page.getByRole('button', { name: 'Hide KEY in version 3' }).click()
  await reveal(3).click()
  await expect.element(page.getByText('three')).toBeVisible()
})

test('restores one value alone after a question, and undoes it', async () => {
  const api = fakeApi()
  answering(api)
  const after = sampleEnvironment({ version: 10, name: 'live', protected: true })
  const changes = { warnings: [], added: [], changed: ['KEY'], removed: [], unchanged: ['OTHER'] }
  api.answers(writeVariables, { environment: after, ...changes })
  api.answers(readVariables, {
    environment: after,
    version: 10,
    variables: { KEY: 'three', OTHER: '1' },
    details: {},
  })
  await show({ environment: { ...after, version: 9 } })
  expect(page.getByRole('button', { name: 'Restore this value of version 9' }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Restore this value of version 3' }).click()
  const question = page.getByRole('alertdialog', { name: 'Restore this value' })
  await expect
    .element(question)
    .toHaveAccessibleDescription(/KEY in live gets the value of version 3\. live is protected/)
  await expectAccessible()
  await question.getByRole('button', { name: 'Restore in live' }).click()
  await expect.element(page.getByText('KEY restored from version 3')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Restored KEY')).toBeVisible()
  const sent = api.sent(writeVariables)
  expect(sent.map(({ body }) => body)).toMatchObject([
    { variables: { KEY: 'three' }, mode: 'merge' },
    { variables: { KEY: 'nine' }, mode: 'merge', remove: [] },
  ])
  expect(sent.map(({ headers }) => [headers.get('if-match'), headers.get('confirm-environment')])).toEqual([
    ['"9"', 'live'],
    ['"10"', 'live'],
  ])
})

test.each([
  ['value', { variables: { KEY: 'theirs' }, details: {} }],
  ['note', { variables: { KEY: 'three' }, details: { KEY: { note: 'theirs', due: null } } }],
])('the undo leaves a variable whose %s was changed again', async (_, now) => {
  const api = fakeApi()
  answering(api)
  const after = sampleEnvironment({ version: 10 })
  api.answers(writeVariables, {
    environment: after,
    warnings: [],
    added: [],
    changed: ['KEY'],
    removed: [],
    unchanged: [],
  })
  api.answers(readVariables, { environment: after, version: 11, ...now })
  await show()
  await page.getByRole('button', { name: 'Restore this value of version 3' }).click()
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Changed again in the meantime, and left as it is: KEY')).toBeVisible()
  expect(api.sent(writeVariables)).toHaveLength(1)
})

test('a save by somebody else meanwhile writes nothing, and says so', async () => {
  const api = fakeApi()
  answering(api)
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  api.answers(readVariables, {
    environment: sampleEnvironment({ version: 10 }),
    version: 10,
    variables: { KEY: 'nine' },
    details: {},
  })
  await show()
  await page.getByRole('button', { name: 'Restore this value of version 3' }).click()
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.element(page.getByText(/Restore again if you still want this value/)).toBeVisible()
  api.holds(writeVariables)
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.poll(() => api.sent(writeVariables)).toHaveLength(2)
  const sent = api.sent(writeVariables)
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"9"', '"10"'])
})

test('a value that was restored while the vault was locked is not undone: that would hold the former one', async () => {
  const api = fakeApi()
  answering(api)
  const answer = api.holds(writeVariables)
  const { connection } = await show()
  await page.getByRole('button', { name: 'Restore this value of version 3' }).click()
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.poll(() => api.sent(writeVariables)).toHaveLength(1)
  connection.vault.lock()
  const environment = sampleEnvironment({ version: 10 })
  answer({ environment, warnings: [], added: [], changed: ['KEY'], removed: [], unchanged: ['OTHER'] })
  await expect.element(page.getByText('KEY restored from version 3')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
})

test('a value that is restored while the vault is locked asks for the master password in place', async () => {
  const api = fakeApi()
  answering(api)
  const { connection } = await show()
  connection.vault.lock()
  api.rejects(readVersion, 'MASTER_PASSWORD_REQUIRED')
  api.answers(writeVariables, {
    environment: sampleEnvironment({ version: 10 }),
    warnings: [],
    added: [],
    changed: ['KEY'],
    removed: [],
    unchanged: ['OTHER'],
  })
  await page.getByRole('button', { name: 'Restore this value of version 4' }).click()
  await page.getByRole('button', { name: 'Restore in production' }).click()
  await expect.poll(() => connection.unlockPrompt.read()).toBe('password')
  answering(api)
  await openVault(connection)
  await expect.element(page.getByText('KEY restored from version 4')).toBeVisible()
})

test('a value that is revealed while the vault is locked asks for the master password in place', async () => {
  answering(fakeApi())
  const { connection } = await show()
  connection.vault.lock()
  await reveal(4).click()
  await expect.poll(() => connection.unlockPrompt.read()).toBe('password')
  await openVault(connection)
  await expect.element(page.getByRole('status', { name: 'KEY in version 4' })).toHaveTextContent(/./)
})

test('a reader restores nothing', async () => {
  answering(fakeApi())
  const { entries } = await show({ canWrite: false })
  await expect.element(entries.first()).toBeVisible()
  expect(page.getByRole('button', { name: /^Restore/ }).elements()).toHaveLength(0)
})

test('searches some pages by itself, then older ones when it is asked to', async () => {
  const api = fakeApi()
  api.answers(listVersions, ({ query }) => {
    const newest = Number(query.before ?? 1_001) - 1
    const page100 = Array.from({ length: 100 }, (_, at) =>
      version(newest - at, newest - at === 250 ? { changed: ['KEY'] } : { changed: ['OTHER'] }),
    )
    return { versions: page100, whole_from: { version: 1, created_at: minute(1) }, hasMore: newest > 100 }
  })
  const { entries } = await show({ environment: sampleEnvironment({ version: 1_000 }) })
  await expect.element(page.getByText('Searched back to version 501.')).toBeVisible()
  expect(api.sent(listVersions)).toHaveLength(5)
  await expect.element(page.getByText('No change to KEY in the versions searched so far.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect.element(page.getByText(/The oldest stored version is 1,/)).toBeVisible()
  expect(entries.elements()).toHaveLength(2)
  await expect.element(entries.first()).toHaveTextContent('version 250')
})

test('a key that never changed shows the oldest stored version', async () => {
  const api = fakeApi()
  api.answers(listVersions, {
    versions: [version(4, { changed: ['OTHER'] })],
    whole_from: wholeFrom,
    hasMore: false,
  })
  const { entries } = await show()
  await expect.element(entries.first()).toHaveTextContent('Not changed since')
})

test('a failure is said, tried again, and Escape closes', async () => {
  const api = fakeApi()
  api.rejects(listVersions, 'FORBIDDEN')
  const { entries } = await show()
  await expect.element(page.getByText('The history did not load')).toBeVisible()
  await expectAccessible()
  answering(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(entries.first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

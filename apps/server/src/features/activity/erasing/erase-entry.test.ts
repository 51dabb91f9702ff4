import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eraseEntry, eventsWithUsername } from './erase-entry.ts'

const account = {
  user_id: 7,
  username: 'from',
  email_canonical: "o'neil@example.com",
  created_at: 1_000,
  deleted_at: 9_000,
}
const entry = {
  at: 5_000,
  event_type: 'user_invited',
  user_id: 3,
  token_id: 'ppt',
  ip: '203.0.113.7',
  request_id: 'r',
}
const left = (description: string, event_type = entry.event_type, at = entry.at) =>
  eraseEntry({ ...entry, event_type, description, at }, account)?.description

test.each([
  [`Invited O'Neil@Example.com to "Shop" (read)`, 'Invited a deleted account to "Shop" (read)'],
  [`The invitation of o'neil@example.com expired`, 'The invitation of a deleted account expired'],
  [`Paused the access of o'neil@example.com: the plan`, 'Paused the access of a deleted account: the plan'],
  [`Created the project "for o'neil@example.com"`, 'Created the project "for a deleted account"'],
  [`Ask o'neil@example.com.`, 'Ask a deleted account.'],
  [`Ask 'o'neil@example.com'`, `Ask 'a deleted account'`],
  [`o'neil@example.com, o'neil@example.com`, 'a deleted account, a deleted account'],
])('%s', (description, expected) => expect(left(description)).toBe(expected))

test.each([
  `Invited xo'neil@example.com to "Shop"`,
  `Invited o'neil@example.com.au to "Shop"`,
  `Invited neil@example.com to "Shop"`,
  'Invited from to "Shop"',
])('%s names somebody else', (description) => expect(left(description)).toBeUndefined())

test('a username that is a common word is erased only where a username is', () => {
  expect(left('Removed from from "from"', 'user_removed')).toBe('Removed a deleted account from "from"')
  expect(left('Removed ada from "Shop"', 'user_removed')).toBeUndefined()
  expect(left('Changed the permission of from in "Shop" (read)', 'user_role_changed')).toBe(
    'Changed the permission of a deleted account in "Shop" (read)',
  )
  expect(left('Deleted KEY from "production"', 'variable_deleted')).toBeUndefined()
})

const server = join(import.meta.dirname, '../../..')
/** These record entries of the account itself, or none. */
const ownFolders = /^features\/(accounts|activity|inject|keyring|operator|projects|sessions)\//
const ownOrMessage =
  /^from (left|accepted|declined|joined|verified|started an empty|cannot own|has no access|alone can open)\b/

test('every text of the server that names another account is erased', async () => {
  const texts: string[] = []
  for await (const file of glob('{features,reapply}/**/*.ts', { cwd: server })) {
    if (file.endsWith('.test.ts') || ownFolders.test(file)) continue
    const templates = readFileSync(join(server, file), 'utf8').match(/`[^`]*username\}[^`]*`/gi) ?? []
    texts.push(...templates.map((template) => template.slice(1, -1)))
  }
  const filled = texts
    .map((text) => text.replaceAll(/\$\{afterRestore\}/g, 'again, after a backup was restored'))
    .map((text) => text.replaceAll(/\$\{[^}]*username\}/gi, 'from').replaceAll(/\$\{[^}]*\}/g, 'x'))
    .filter((text) => !ownOrMessage.test(text))
  const whole = filled.map((text) =>
    /^(from|The account of) /.test(text) ? `The transfer of the project "x" ended: ${text}` : text,
  )
  expect(whole.length).toBeGreaterThanOrEqual(10)
  const isErased = (text: string) => eventsWithUsername.some((event) => left(text, event) !== undefined)
  expect(whole.filter((text) => !isErased(text))).toEqual([])
})

test('a name is erased only while it was the account’s', () => {
  const removed = (at: number) => left('Removed from from "Shop"', 'user_removed', at)
  expect([removed(999), removed(1_000), removed(9_000), removed(9_000 + 300_001)].map(Boolean)).toEqual([
    false,
    true,
    true,
    false,
  ])
  // It could be invited before.
  expect(left(`Invited o'neil@example.com to "Shop"`, 'user_invited', 1)).toBeDefined()
  expect(left(`Invited o'neil@example.com to "Shop"`, 'user_invited', 9_000 + 300_001)).toBeUndefined()
})

test('nothing that is unknown or not proven is searched for', () => {
  const unknown = { ...account, username: '', email_canonical: '' }
  for (const [event_type, description] of [
    ['user_removed', 'Removed  from "Shop"'],
    ['user_invited', 'Invited @ to "Shop"'],
  ] as const)
    expect(eraseEntry({ ...entry, event_type, description }, unknown)).toBeUndefined()
})

test('an entry of its own loses all of its text, and is erased once', () => {
  const own = { ...entry, user_id: 7, event_type: 'api_key_created', description: 'Created "from"' }
  const erased = eraseEntry(own, account)
  expect(erased).toEqual({
    description: 'API key created (deleted account)',
    token_id: null,
    ip: null,
    request_id: null,
  })
  expect(eraseEntry({ ...own, ...erased }, account)).toBeUndefined()
})

test('an entry of others only loses the name, and the id of the request', () => {
  const description = `Invited o'neil@example.com to "Shop"`
  expect(eraseEntry({ ...entry, description }, account)).toEqual({
    description: 'Invited a deleted account to "Shop"',
    token_id: 'ppt',
    ip: '203.0.113.7',
    request_id: null,
  })
})

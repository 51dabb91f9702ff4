import { expect, test } from 'vitest'
import { updateProfile } from './accounts/account-settings.ts'
import { register } from './accounts/accounts.ts'
import { createApiKey, updateApiKey } from './api-keys.ts'
import { createEnvironment, renameEnvironment } from './environments/environments.ts'
import { createPersonalToken } from './personal-tokens/personal-tokens.ts'
import { createProject, updateProject } from './projects/projects.ts'

const signUp = { email: 'a@example.com', password: 'long enough' }
const permissions = ['read_variables', 'variables.api_inject'] as const

/** Every field that holds a name that a user chooses. */
const names: Record<string, (name: string) => { success: boolean }> = {
  'a project': (name) => createProject.body.safeParse({ name }),
  'a renamed project': (name) => updateProject.body.safeParse({ name }),
  'an environment': (name) => createEnvironment.body.safeParse({ name }),
  'a renamed environment': (name) => renameEnvironment.body.safeParse({ name }),
  'an API key': (name) => createApiKey.body.safeParse({ name, permissions }),
  'a renamed API key': (name) => updateApiKey.body.safeParse({ name }),
  'a personal token': (name) => createPersonalToken.body.safeParse({ name, permissions: ['read_variables'] }),
  'a username': (username) => register.body.safeParse({ ...signUp, username }),
  'a first name': (firstName) => register.body.safeParse({ ...signUp, firstName }),
  'a last name': (lastName) => register.body.safeParse({ ...signUp, lastName }),
  'a changed username': (username) => updateProfile.body.safeParse({ username }),
  'a changed first name': (firstName) => updateProfile.body.safeParse({ firstName }),
  'a changed last name': (lastName) => updateProfile.body.safeParse({ lastName }),
}
const misleading = [
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\n',
  '\t',
  '\u2028',
  '\u2029',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ufeff',
]

test.each(Object.entries(names))('%s has no control character and no direction mark', (_, parse) => {
  expect(parse('plain').success).toBe(true)
  for (const character of misleading)
    expect(parse(`a${character}b`).success, `U+${character.codePointAt(0)?.toString(16)}`).toBe(false)
})

test.each(Object.entries(names))('%s has no invisible character', (_, parse) => {
  for (const character of ['\u00ad', '\u034f', '\u180e', '\u200b', '\u2060', '\u3164', '\u{e0001}'])
    expect(parse(`a${character}b`).success, `U+${character.codePointAt(0)?.toString(16)}`).toBe(false)
})

test('names in any script and with joined emoji are taken', () => {
  for (const name of [
    'Ünïcode',
    'حساب',
    'חנות',
    '店舗',
    '👩‍👩‍👧',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    "O'Brien-Smith",
  ]) {
    expect(createProject.body.safeParse({ name }).success).toBe(true)
    expect(updateProfile.body.safeParse({ firstName: name }).success).toBe(true)
  }
})

test('a description may have lines, and nothing that misleads', () => {
  const parse = (description: string) => createProject.body.safeParse({ name: 'Shop', description }).success
  expect(parse('first\nsecond\r\n\tthird')).toBe(true)
  for (const character of misleading.filter((character) => !'\n\t'.includes(character)))
    expect(parse(`a${character}b`)).toBe(false)
})

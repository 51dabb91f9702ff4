import { expect, test } from 'vitest'
import { pendingRekeyText } from './pending-rekey-text.ts'
import { accessText } from './person-row.tsx'

const environments = [
  { id: 1, name: 'development' },
  { id: 2, name: 'staging' },
  { id: 3, name: 'production' },
]

test.each([
  ['owner', [], 'All environments'],
  ['write', [], 'No environments'],
  ['read', [2], 'staging'],
  ['read', [3, 1], 'development, production'],
  // An environment that was deleted meanwhile, or that the reader does not share.
  ['write', [9], 'No environments'],
] as const)('%s with %j: %s', (role, shared, line) => {
  expect(accessText(role, shared, environments)).toBe(line)
})

test('tells a member no more than a member is shown', () => {
  expect(accessText('read', [], environments, false)).toBe('No environments that you share')
  expect(accessText('read', [2], environments, false)).toBe('staging')
})

test('says how many environments wait for a new key', () => {
  expect(pendingRekeyText(0)).toBeUndefined()
  expect(pendingRekeyText(1)).toBe('1 environment gets a new key at the next unlocked change.')
  expect(pendingRekeyText(2)).toBe('2 environments get new keys at the next unlocked change.')
})

import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

it.each([
  [{ username: 'ada', firstName: 'Ada', lastName: 'Lovelace' }, 'ada'],
  [{ username: ' ', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  [{ firstName: 'Ada', lastName: null }, 'Ada'],
  [{ lastName: 'Lovelace', email: 'x@example.com' }, 'Lovelace'],
  [{ email: 'ada.king-noel_l@example.com' }, 'Ada King Noel L'],
  [{ username: 'dora_m.kay', email: 'dora_m.kay@example.com' }, 'Dora M Kay'],
  [{ username: 'ada2', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }, 'Ada Lovelace'],
  [{ username: 'ada1815', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }, 'ada1815'],
  [{ email: '@example.com' }, 'User'],
  [{}, 'User'],
])('greets %j as %s', (account, name) => {
  expect(displayName(account)).toBe(name)
})

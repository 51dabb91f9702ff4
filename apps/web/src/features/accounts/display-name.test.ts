import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

it.each([
  [{ username: 'ada', firstName: 'Ada', lastName: 'Lovelace' }, 'ada'],
  [{ username: ' ', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  [{ firstName: 'Ada', lastName: null }, 'Ada'],
  [{ lastName: 'Lovelace', email: 'x@example.com' }, 'Lovelace'],
  [{ email: 'ada.king-noel_l@example.com' }, 'Ada King Noel L'],
  [{ email: '@example.com' }, 'User'],
  [{}, 'User'],
])('greets %j as %s', (account, name) => {
  expect(displayName(account)).toBe(name)
})

import { expect, test } from 'vitest'
import { findCollaborators, isLong } from './people-table.tsx'

const members = [
  { username: 'Grace', email: 'hopper@example.com' },
  { username: null, email: 'alan@example.com' },
  { username: 'ada', email: 'ada@analytical.example' },
]

test.each([
  ['', [0, 1, 2]],
  [' GRACE ', [0]],
  ['example.com', [0, 1]],
  ['an', [1, 2]],
  ['nobody', []],
] as const)('%j finds %j', (search, expected) => {
  expect(findCollaborators(members, search)).toEqual(expected.map((at) => members[at]))
})

test('a search is offered from nine people on', () => {
  expect([8, 9].map((length) => isLong({ length }))).toEqual([false, true])
})

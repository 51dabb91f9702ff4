import { expect, test } from 'vitest'
import { z } from 'zod'
import { login } from './accounts/accounts.ts'
import { createPersonalToken } from './personal-tokens/personal-tokens.ts'
import { writeVariables } from './variables/variables.ts'

test.each([
  [z.string(), undefined, 'Is required'],
  [z.enum(['a', 'b']), undefined, 'Is required'],
  [z.union([z.string(), z.null()]), undefined, 'Is required'],
  [z.string(), 7, 'Must be text'],
  [z.int(), 'x', 'Must be a number'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.enum(['a', 'b']), 'c', 'Must be one of a, b'],
  [z.literal('a'), 'c', 'Must be a'],
  [z.string().max(255), 'x'.repeat(256), 'Must be at most 255 characters'],
  [z.string().min(1), '', 'Must be at least 1 character'],
  [z.string().length(6), '1', 'Must be exactly 6 characters'],
  [z.array(z.string()).max(2_000), Array(2_001).fill(''), 'Must have at most 2,000 items'],
  [z.int().min(1).max(100), 101, 'Must be at most 100'],
  [z.string().regex(/^a$/), 'b', 'Does not have the required format'],
  [z.union([z.int(), z.null()]), 'b', 'Is not valid'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.string().max(1, 'Its own message'), 'ab', 'Its own message'],
])('%#: a rule without a message of its own has a plain one', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  [createPersonalToken.body, { name: 'CI' }, { path: ['permissions'], message: 'Is required' }],
  [login.body, { email: 7, password: 'x' }, { path: ['email'], message: 'Must be text' }],
  [
    writeVariables.body,
    { variables: {}, mode: 'merge', remove: Array(2_001).fill('A') },
    { path: ['remove'], message: 'Must have at most 2,000 items' },
  ],
  [
    writeVariables.body,
    { variables: { ['A'.repeat(256)]: '' }, mode: 'merge' },
    { message: 'Must be at most 255 characters' },
  ],
])('%#: fields of calls have these messages', (schema, value, issue) => {
  expect(schema.safeParse(value).error?.issues).toContainEqual(expect.objectContaining(issue))
})

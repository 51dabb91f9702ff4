import { expect, it } from 'vitest'
import { isSuggestedUsername, suggestedUsername } from './accounts.ts'

it.each([
  ['ada', true],
  ['Ada', true],
  ['ada2', true],
  ['ada20', true],
  ['ada482913', true],
  ['ada1', false],
  ['ada21', false],
  ['ada1815', false],
  ['countess', false],
  ['ada.l', false],
])('%s for ada@example.com: made from the address is %s', (username, expected) => {
  expect(isSuggestedUsername(username, 'Ada@example.com')).toBe(expected)
})

it('knows a long local part by the same cut that made the username', () => {
  const email = `${'a'.repeat(120)}@example.com`
  expect(suggestedUsername(email)).toHaveLength(94)
  expect(isSuggestedUsername(`${suggestedUsername(email)}7`, email)).toBe(true)
})

import { newToken } from '@envhold/integrity/token.ts'
import { expect, test } from 'vitest'
import { tokenIdIn, withoutTokenSecrets } from './personal-tokens.ts'

test.each(['pak', 'ppt', 'inv', 'ses', 'eml', 'mfa'] as const)(
  'nothing secret is left of a token %s',
  (prefix) => {
    const { text, id } = newToken(prefix)
    const left = `${prefix}_${id}`
    expect(withoutTokenSecrets(text)).toBe(left)
    expect(withoutTokenSecrets(`key="${text}", again ${text}.`)).toBe(`key="${left}", again ${left}.`)
    // Cut off while it was copied.
    for (const length of [18, 30, 66]) expect(withoutTokenSecrets(text.slice(0, length))).toBe(left)
    expect(tokenIdIn(text)).toBe(id)
    expect(tokenIdIn(left)).toBe(id)
  },
)

test('other text stays', () => {
  for (const text of ['', 'Deploy', 'pak_', 'a_pak_b', 'my_pak_name', 'person@example.com'])
    expect(withoutTokenSecrets(text)).toBe(text)
  expect(tokenIdIn('key777')).toBe('key777')
})

import { expect, test } from 'vitest'
import { partOfAnchor } from './prefetch-account-page.ts'

test('anchors of the former single page lead to the part that they are in', () => {
  expect(partOfAnchor('tokens')).toBe('/account/tokens')
  for (const anchor of ['security', 'sessions', 'authenticator-app', 'empty-vault', 'password'])
    expect(partOfAnchor(anchor)).toBe('/account/security')
  for (const anchor of ['', 'profile', 'email', 'plan-history', 'toString'])
    expect(partOfAnchor(anchor)).toBeUndefined()
})

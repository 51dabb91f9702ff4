import { describe, expect, it } from 'vitest'
import { invitationSecretIn } from './invitation-secret.ts'

describe('the secret of an invitation link', () => {
  it.each([
    ['inv_aB3_0Zz', 'inv_aB3_0Zz'],
    ['#inv_aB3_0Zz', 'inv_aB3_0Zz'],
    ['', null],
    ['content', null],
    ['inv_', null],
    ['inv_a b', null],
    [`inv_${'a'.repeat(197)}`, null],
    ['inv_aB3<script>', null],
  ])('is looked for behind the #: %j gives %j', (hash, secret) => {
    expect(invitationSecretIn(hash)).toBe(secret)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createInvitationLink, invitationSecretIn } from './invitation-link.ts'

describe('an invitation link', () => {
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

  it('is held until it is put away, and says so', () => {
    const link = createInvitationLink()
    const listener = vi.fn()
    const stop = link.subscribe(listener)
    link.set('inv_a')
    expect(link.read()).toBe('inv_a')
    link.set(null)
    expect(link.read()).toBeNull()
    stop()
    link.set('inv_b')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

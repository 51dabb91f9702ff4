import { isRedirect } from '@tanstack/react-router'
import { describe, expect, it, test, vi } from 'vitest'
import { claimInvitationSecret, invitationSecretIn } from './claim-invitation-secret.ts'

const arriveWith = (hash: string) => {
  const set = vi.fn()
  const arrive = () => claimInvitationSecret({ context: { invitation: { set } }, location: { hash } })
  return { arrive, set }
}

test('keeps the secret, and leads to the address without it', () => {
  const { arrive, set } = arriveWith('inv_aB3_0Zz')
  try {
    arrive()
    expect.unreachable()
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    expect(thrown.options).toMatchObject({ to: '/invite', replace: true })
    expect(JSON.stringify(thrown.options)).not.toContain('inv_')
  }
  expect(set).toHaveBeenCalledExactlyOnceWith('inv_aB3_0Zz')
})

test('takes anything else out of the address, too, and holds nothing', () => {
  const { arrive, set } = arriveWith('not-a-secret')
  expect(arrive).toThrow()
  expect(set).toHaveBeenCalledExactlyOnceWith(null)
})

test('leaves what is held alone when the address has no secret', () => {
  const { arrive, set } = arriveWith('')
  arrive()
  expect(set).not.toHaveBeenCalled()
})

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

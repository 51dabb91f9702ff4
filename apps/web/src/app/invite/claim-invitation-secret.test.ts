import { isRedirect } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { claimInvitationSecret } from './claim-invitation-secret.ts'

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

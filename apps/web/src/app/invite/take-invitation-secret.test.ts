import { isRedirect } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { takeInvitation } from './take-invitation-secret.ts'

const arriveWith = (hash: string) => {
  const hold = vi.fn()
  const arrive = () =>
    takeInvitation({ context: { connection: { invitation: { hold } } }, location: { hash } })
  return { arrive, hold }
}

test('keeps the secret, and leads to the address without it', () => {
  const { arrive, hold } = arriveWith('inv_aB3_0Zz')
  try {
    arrive()
    expect.unreachable()
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    expect(thrown.options).toMatchObject({ to: '/invite', replace: true })
    expect(JSON.stringify(thrown.options)).not.toContain('inv_')
  }
  expect(hold).toHaveBeenCalledExactlyOnceWith('inv_aB3_0Zz')
})

test('takes anything else out of the address, too, and holds nothing', () => {
  const { arrive, hold } = arriveWith('not-a-secret')
  expect(arrive).toThrow()
  expect(hold).toHaveBeenCalledExactlyOnceWith(null)
})

test('leaves what is held alone when the address has no secret', () => {
  const { arrive, hold } = arriveWith('')
  arrive()
  expect(hold).not.toHaveBeenCalled()
})

import { ApiError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { errors } from '@envhold/contract/errors.ts'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '../../ui/create-store.ts'
import { isUnlockCancelled, UnlockCanceledError } from '../prompt-cancelled.ts'
import { createUnlockPrompt, createVaultStore, createWithUnlockedVault } from './with-unlocked-vault.ts'

const refusal = (code: ErrorCode) =>
  new ApiError(errors[code].status, { error: code, message: errors[code].message, request_id: 'r1' }, null)

const made = () => {
  const vault = createVaultStore()
  const prompt = createUnlockPrompt()
  const lockReason = createStore<string | null>(null)
  const withUnlockedVault = createWithUnlockedVault({ vault, unlockPrompt: prompt, lockReason })
  return { vault, prompt, lockReason, withUnlockedVault }
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

describe('an action that needs the vault', () => {
  it('lets an action pass while a master password is held', async () => {
    const { vault, prompt, withUnlockedVault } = made()
    vault.hold('open sesame')
    await expect(withUnlockedVault(async () => 7)).resolves.toBe(7)
    expect(prompt.read()).toBeNull()
  })

  it('asks first, and runs the action once the prompt has settled', async () => {
    const { vault, prompt, withUnlockedVault } = made()
    const action = vi.fn(async () => vault.read())
    const passing = withUnlockedVault(action)
    expect(prompt.read()).toBe('password')
    expect(action).not.toHaveBeenCalled()
    vault.hold('open sesame')
    prompt.settle('opened')
    await expect(passing).resolves.toBe('open sesame')
  })

  it('does not run what waited for a prompt that was closed', async () => {
    const { prompt, withUnlockedVault } = made()
    const action = vi.fn(async () => 7)
    const passing = withUnlockedVault(action)
    prompt.settle('closed')
    await expect(passing).rejects.toThrow(UnlockCanceledError)
    expect(action).not.toHaveBeenCalled()
    expect(isUnlockCancelled(await passing.catch((error: unknown) => error))).toBe(true)
  })

  it('asks once for everybody who waits', async () => {
    const { vault, prompt, withUnlockedVault } = made()
    const passing = Promise.all([withUnlockedVault(async () => 1), withUnlockedVault(async () => 2)])
    vault.hold('open sesame')
    prompt.settle('opened')
    await expect(passing).resolves.toEqual([1, 2])
    expect(prompt.read()).toBeNull()
  })

  it.each(['MASTER_PASSWORD_REQUIRED', 'INVALID_MASTER_PASSWORD'] as const)(
    'forgets the held password on %s, asks, and tries once more',
    async (code) => {
      const { vault, prompt, withUnlockedVault } = made()
      vault.hold('old')
      const passing = withUnlockedVault(async () => {
        if (vault.read() === 'old') throw refusal(code)
        return vault.read()
      })
      await turn()
      expect(vault.read()).toBeNull()
      vault.hold('new')
      prompt.settle('opened')
      await expect(passing).resolves.toBe('new')
    },
  )

  it.each([
    ['a password', 'old', 'Your master password was changed. Enter the new one.'],
    ['a passkey', { passkeyUnlock: 'id.secret' }, null],
  ])('says after the rejection of %s whether it was changed', async (_, secret, reason) => {
    const { vault, prompt, lockReason, withUnlockedVault } = made()
    vault.hold(secret)
    const passing = withUnlockedVault(() => Promise.reject(refusal('INVALID_MASTER_PASSWORD')))
    await turn()
    expect(lockReason.read()).toBe(reason)
    prompt.settle('closed')
    await expect(passing).rejects.toThrow(UnlockCanceledError)
  })

  it('tries again without asking if another tab has changed the password', async () => {
    const { vault, prompt, lockReason, withUnlockedVault } = made()
    vault.hold('old')
    const rejection = Promise.withResolvers<string>()
    const passing = withUnlockedVault(async () => (vault.read() === 'old' ? rejection.promise : 'read'))
    vault.hold('new')
    rejection.reject(refusal('INVALID_MASTER_PASSWORD'))
    await expect(passing).resolves.toBe('read')
    expect([vault.read(), prompt.read(), lockReason.read()]).toEqual(['new', null, null])
  })

  it('does not ask for ever', async () => {
    const { vault, prompt, withUnlockedVault } = made()
    vault.hold('old')
    const action = vi.fn(async () => {
      throw refusal('INVALID_MASTER_PASSWORD')
    })
    const passing = withUnlockedVault(action)
    const failed = expect(passing).rejects.toThrow('Invalid master password')
    await turn()
    vault.hold('new')
    prompt.settle('opened')
    await failed
    expect(action).toHaveBeenCalledTimes(2)
  })

  it('passes other refusals on without asking', async () => {
    const { vault, prompt, withUnlockedVault } = made()
    vault.hold('open sesame')
    await expect(withUnlockedVault(() => Promise.reject(refusal('CONFLICT')))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(prompt.read()).toBeNull()
    expect(vault.read()).toBe('open sesame')
  })
})

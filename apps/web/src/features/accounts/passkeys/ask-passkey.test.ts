import { expect, it } from 'vitest'
import passkey from '../../../../../../packages/vault/vectors/passkey.json' with { type: 'json' }
import { deriveUnlock } from './ask-passkey.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

it('derives what the vault’s vectors state', async () => {
  const unlock = await deriveUnlock(bytes(passkey.prf), bytes(passkey.credentialId).buffer)
  expect(Buffer.from(unlock, 'base64url').toString('hex')).toBe(passkey.unlock)
})

it('depends on the credential', async () => {
  const one = await deriveUnlock(bytes(passkey.prf), bytes('01').buffer)
  expect(one).not.toBe(await deriveUnlock(bytes(passkey.prf), bytes('02').buffer))
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

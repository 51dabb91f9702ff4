import { newToken, parseToken, tokenSeed } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { expect, it } from 'vitest'
import { bitFlips, malformed } from '../vectors/known.ts'
import { openDeviceToken, sealDeviceToken } from './device-login.ts'
import { keyPairFromSeed, newSeed } from './key-pair.ts'

const code = newToken('dvc')
const keyPair = keyPairFromSeed(tokenSeed(parseToken(code.text, 'dvc')))
const at = { id: code.id, user: 7 }
const token = newToken('ppt').text
const blob = sealDeviceToken(token, at, keyPair.publicKey)

it('is opened by the device code alone', () => {
  expect(blob).toHaveLength(1204)
  expect(openDeviceToken(keyPair, at, blob)).toBe(token)
  expect(() => openDeviceToken(keyPairFromSeed(newSeed()), at, blob)).toThrow(VaultError)
})

it('belongs to one login and one user', () => {
  for (const other of [
    { ...at, user: 8 },
    { ...at, id: newToken('dvc').id },
  ])
    expect(() => openDeviceToken(keyPair, other, blob)).toThrow(VaultError)
})

it('rejects every single-bit flip and every other length', () => {
  for (const bad of [...bitFlips(blob), ...malformed(blob)])
    expect(() => openDeviceToken(keyPair, at, bad)).toThrow(VaultError)
})

it.each(['', token.slice(1), `${token}x`])('seals a token only', (text) => {
  expect(() => sealDeviceToken(text, at, keyPair.publicKey)).toThrow(VaultError)
})

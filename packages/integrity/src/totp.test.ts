import { expect, it } from 'vitest'
import { bitFlips, malformed } from '../../vault/vectors/known.ts'
import { sealServerBox } from './server-cipher.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import {
  findTotpStep,
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  totpCode,
  totpSecretKid,
  totpStepAt,
} from './totp.ts'
import { VaultError } from './vault-error.ts'

const secret = Buffer.from('12345678901234567890')

it.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('RFC 4226, appendix D: counter %i is %s', (counter, code) => expect(totpCode(secret, counter)).toBe(code))

// The RFC shows eight digits; six are the last six of them.
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: second %i is %s', (second, code) =>
  expect(totpCode(secret, totpStepAt(second * 1_000))).toBe(code.slice(2)),
)

const now = 1_700_000_000_000
const step = totpStepAt(now)
const find = (code: string, after = 0) => findTotpStep(secret, code, { now, after })

it('accepts the present step and one on each side', () => {
  const steps = [-2, -1, 0, 1, 2].map((difference) => find(totpCode(secret, step + difference)))
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
})

it('rejects a step that was accepted, and those before it', () => {
  expect(find(totpCode(secret, step), step)).toBeUndefined()
  expect(find(totpCode(secret, step - 1), step)).toBeUndefined()
  expect(find(totpCode(secret, step + 1), step)).toBe(step + 1)
})

it.each(['', '0', '00000', '0000000', '１２３４５６', 'abcdef', '-00001'])('rejects %j', (code) =>
  expect(find(code)).toBeUndefined(),
)

const [first, second] = [parseServerSecret(newServerSecret(1)), parseServerSecret(newServerSecret(2))]
const secrets = serverSecrets([first])
const at = { user: 7, factor: 'abc' }
const fresh = newTotpSecret()
const sealed = sealTotpSecret(secrets, at, fresh)

it('has 20 random bytes, and opens for its user and factor', () => {
  expect(fresh).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(fresh)
  expect(Buffer.from(openTotpSecret(secrets, at, sealed))).toEqual(Buffer.from(fresh))
  expect(sealed).toHaveLength(50)
  expect(Buffer.from(sealed).includes(Buffer.from(fresh))).toBe(false)
})

it('opens for no other user or factor, changed or cut, and as nothing else', () => {
  for (const other of [
    { ...at, user: 8 },
    { ...at, factor: 'abd' },
  ])
    expect(() => openTotpSecret(secrets, other, sealed)).toThrow(VaultError)
  for (const bad of [...bitFlips(sealed), ...malformed(sealed)])
    expect(() => openTotpSecret(secrets, at, bad)).toThrow(VaultError)
  const setting = sealServerBox(secrets, { name: 'abc', updatedAt: 7 }, fresh)
  expect(() => openTotpSecret(secrets, at, setting)).toThrow(VaultError)
})

it('has the length of SHA-1', () => {
  expect(() => sealTotpSecret(secrets, at, new Uint8Array(19))).toThrow(VaultError)
  expect(() => newTotpSecret(() => new Uint8Array(19))).toThrow(VaultError)
})

it('outlives a rotation of the server secret', () => {
  const both = serverSecrets([first, second])
  expect(Buffer.from(openTotpSecret(both, at, sealed))).toEqual(Buffer.from(fresh))
  expect([totpSecretKid(sealed), totpSecretKid(sealTotpSecret(both, at, fresh))]).toEqual([1, 2])
})

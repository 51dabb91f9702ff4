import { expect, it } from 'vitest'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { newUserCode, userCodeAlphabet, userCodeMac, userCodeTag, verifyUserCodeTag } from './user-code.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret(1))])

it('has eight letters in two groups, none of them a vowel or an L', () => {
  expect(newUserCode(() => Buffer.from('0001020304050607', 'hex'))).toBe('BCDF-GHJK')
  expect(newUserCode()).toMatch(/^[B-DF-HJ-KM-NP-TV-XZ]{4}-[B-DF-HJ-KM-NP-TV-XZ]{4}$/)
  expect(newUserCode()).not.toBe(newUserCode())
  expect(userCodeAlphabet).toHaveLength(19)
})

it('skips bytes that would make some letters more frequent', () => {
  const rounds = [Buffer.from('fff8f7f700000000', 'hex'), Buffer.from('1212121212121212', 'hex')]
  expect(newUserCode(() => rounds.shift() ?? Buffer.alloc(0))).toBe('BBBB-ZZZZ')
})

it('has one MAC, however it is typed', () => {
  const mac = userCodeMac(secrets, 'BCDF-GHJK')
  expect(mac).toHaveLength(33)
  for (const typed of ['bcdfghjk', ' bcdf ghjk\n', 'BcDf-gHjK'])
    expect(userCodeMac(secrets, typed)).toEqual(mac)
  expect(userCodeMac(secrets, 'BCDF-GHJM')).not.toEqual(mac)
  const others = serverSecrets([parseServerSecret(newServerSecret(1))])
  expect(userCodeMac(others, 'BCDF-GHJK')).not.toEqual(mac)
})

it.each(['', 'BCDF-GHJ', 'BCDF-GHJKM', 'ABCD-FGHJ', 'LCDF-GHJK', 'BCDF-GHJ1', 'BCDF_GHJK'])(
  'rejects %j',
  (typed) => expect(() => userCodeMac(secrets, typed)).toThrow(VaultError),
)

const [id, code] = ['3cQWJhXqJNbv5', 'BCDF-GHJK']
const tag = userCodeTag(secrets, id, code)

it('names the login for which the server made it, however the code is typed', () => {
  expect(tag).toMatch(/^3cQWJhXqJNbv5[\w-]{20}$/)
  for (const typed of [code, ' bcdf ghjk\n']) expect(verifyUserCodeTag(secrets, tag, typed)).toBe(id)
})

it('is of one code, one login and one server', () => {
  const others = serverSecrets([parseServerSecret(newServerSecret(1))])
  expect(() => verifyUserCodeTag(secrets, tag, 'BCDF-GHJM')).toThrow(VaultError)
  expect(() => verifyUserCodeTag(secrets, `4${tag.slice(1)}`, code)).toThrow(VaultError)
  expect(() => verifyUserCodeTag(others, tag, code)).toThrow(VaultError)
})

it('is rejected with any character changed, missing or added', () => {
  for (let index = 0; index < tag.length; index++) {
    const other = tag[index] === 'x' ? 'y' : 'x'
    expect(() =>
      verifyUserCodeTag(secrets, tag.slice(0, index) + other + tag.slice(index + 1), code),
    ).toThrow(VaultError)
  }
  for (const wrong of ['', tag.slice(1), tag.slice(0, -1), `${tag}x`, tag.slice(0, 13)])
    expect(() => verifyUserCodeTag(secrets, wrong, code)).toThrow(VaultError)
})

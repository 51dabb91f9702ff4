import { expect, it } from 'vitest'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { userCodeTag, verifyUserCodeTag } from './user-code-tag.ts'
import { VaultError } from './vault-error.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret(1))])
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
  for (let at = 0; at < tag.length; at++) {
    const other = tag[at] === 'x' ? 'y' : 'x'
    expect(() => verifyUserCodeTag(secrets, tag.slice(0, at) + other + tag.slice(at + 1), code)).toThrow(
      VaultError,
    )
  }
  for (const wrong of ['', tag.slice(1), tag.slice(0, -1), `${tag}x`, tag.slice(0, 13)])
    expect(() => verifyUserCodeTag(secrets, wrong, code)).toThrow(VaultError)
})

import { execFileSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import { expect, inject, test } from 'vitest'
import { addPasskey, siteOf } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { softwareAuthenticator } from '../../../../../../dev/world/software-authenticator.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { challengeOf, verifyAssertion, verifyRegistration } from './webauthn-library.ts'
import { findPasskey } from './webauthn-store.ts'

const app = withApp('sqlite')
const challenge = randomBytes(32).toString('base64url')

/** Bytes in base64url with some of them changed, removed or added. */
const damaged = (base64url: string): string => {
  const bytes = Buffer.from(base64url, 'base64url')
  const at = randomInt(bytes.length)
  const kind = randomInt(4)
  if (kind === 0) bytes[at] = randomInt(256)
  if (kind === 1) return bytes.subarray(0, at + 1).toString('base64url')
  if (kind === 2) return Buffer.concat([bytes, randomBytes(1 + randomInt(40))]).toString('base64url')
  if (kind === 3) return randomBytes(1 + randomInt(300)).toString('base64url')
  return bytes.toString('base64url')
}

/** Another signature. What follows it is ignored by the library, and changes nothing about what was signed. */
const otherSignature = (base64url: string): string => {
  const bytes = Buffer.from(base64url, 'base64url')
  const at = bytes.length - 1 - randomInt(16)
  bytes[at] = (bytes[at] ?? 0) ^ (1 + randomInt(255))
  return (randomInt(4) === 0 ? randomBytes(1 + randomInt(80)) : bytes).toString('base64url')
}

/** Of each of the two kinds of answers. */
const damages = inject('longRuns') ? 5_000 : 1_000

test(`${2 * damages} damaged answers are rejected without an exception`, async () => {
  const site = siteOf(app)
  const { authenticator } = await addPasskey(app, await addPerson(app, { masterPassword: null }))
  const passkey = await findPasskey(app.ctx, authenticator.id)
  if (!passkey) throw new Error('missing')
  const assertion = authenticator.get({ challenge })
  const fresh = softwareAuthenticator(site)
  const registration = fresh.create({ challenge, user: { id: 'NQ' } })
  expect(await verifyAssertion(site, assertion, challenge, passkey)).not.toBeNull()
  expect(await verifyRegistration(site, registration, challenge)).not.toBeNull()

  const fields = ['clientDataJSON', 'authenticatorData', 'signature'] as const
  for (let count = 0; count < damages; count++) {
    const field = fields[count % 3] ?? 'signature'
    const before = assertion.response[field]
    const signature = field === 'signature' ? otherSignature(before) : damaged(before)
    if (signature === before) continue
    const response = { ...assertion.response, [field]: signature }
    expect(await verifyAssertion(site, { ...assertion, response }, challenge, passkey)).toBeNull()
    challengeOf(response)
  }
  for (let count = 0; count < damages; count++) {
    const clientDataJSON = damaged(registration.response.clientDataJSON)
    const attestationObject = damaged(registration.response.attestationObject)
    const response = { ...registration.response, ...(count % 2 ? { clientDataJSON } : { attestationObject }) }
    // Without an attestation, nothing authenticates the credential itself: any key is somebody's key.
    const verified = await verifyRegistration(site, { ...registration, response }, challenge)
    if (verified) expect(verified.id).toBe(registration.id)
  }
})

test('damaged answers to real challenges get 401, and the log has nothing of them', async () => {
  const { authenticator } = await addPasskey(app, await addPerson(app, { masterPassword: null }))
  for (let count = 0; count < 25; count++) {
    const { options } = await app.as().call(startPasskeySignIn, {})
    const answer = authenticator.get(options)
    const signature = otherSignature(answer.response.signature)
    const body = { response: { ...answer, response: { ...answer.response, signature } } }
    await expect(app.as().call(signInWithPasskey, { body })).rejects.toMatchObject({ status: 401 })
    for (const sent of [options.challenge, signature.slice(0, 40), answer.response.clientDataJSON])
      if (sent.length >= 20) expect(app.logged()).not.toContain(sent)
  }
  expect(app.logged()).toContain('a passkey was rejected')
})

test('an attestation with certificates is rejected before anything is fetched for it', async () => {
  const registration = softwareAuthenticator(siteOf(app)).create({ challenge, user: { id: 'NQ' } })
  const plain = Buffer.from(registration.response.attestationObject, 'base64url').toString('latin1')
  // {"fmt": "packed", "attStmt": {"alg": -7, "sig": h'00', "x5c": [h'00']}, …}
  const stated = plain.replace(
    '\x63fmt\x64none\x67attStmt\xa0',
    '\x63fmt\x66packed\x67attStmt\xa3\x63alg\x26\x63sig\x41\x00\x63x5c\x81\x41\x00',
  )
  expect(stated).not.toBe(plain)
  const attestationObject = Buffer.from(stated, 'latin1').toString('base64url')
  const response = { ...registration.response, attestationObject }
  expect(await verifyRegistration(siteOf(app), { ...registration, response }, challenge)).toBeNull()
})

test('the server starts without the library', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(process.argv[1])
    console.log(loaded.length > 500, loaded.some((url) => url.includes('@simplewebauthn')))
    process.exit()`
  const args = ['--input-type=module', '--eval', program, join(import.meta.dirname, '../../../app.ts')]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('true false')
})

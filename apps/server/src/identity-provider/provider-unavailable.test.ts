import { finishProviderSignIn, startProviderSignIn } from '@envhold/contract/accounts/identity-provider.ts'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../../dev/world/identity-provider/alter-answer.ts'
import {
  goToProvider,
  newBrowserValue,
  setUpProvider,
} from '../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../dev/world/identity-provider/with-provider.ts'
import { withApp } from '../../../../dev/world/with-app.ts'

const discovery = '/.well-known/openid-configuration'
/** Far more than the limit of one answer, for a machine that is busy. */
const slowestMs = 25_000

describe('a provider that fails', () => {
  const app = withApp('sqlite')
  const idp = withProvider(app)
  let changed = 0
  /** Other settings, so that the discovery document is read again. */
  const forgetDocument = () => setUpProvider(app, idp, { label: `Example ${++changed}` })
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => 'signed in',
      ({ code, message }) => `${code}: ${message}`,
    )
  const start = () => {
    const body = { browserHash: newBrowserValue().browserHash, returnPath: '/dashboard' } as const
    return failure(app.as().call(startProviderSignIn, { body }))
  }
  const finish = async () => {
    idp.person = newPerson()
    const body = await goToProvider(app)
    return { finish: () => failure(app.as().call(finishProviderSignIn, { body })) }
  }

  const faults: readonly Fault[] = ['hang', 'trickle', 'close', 'huge', 'redirect', 'error', 'not-json']
  test.each(faults)('says so when its document is answered with: %s', async (fault) => {
    await forgetDocument()
    idp.faults.set(discovery, fault)
    const began = performance.now()
    expect(await start()).toMatch(/^UNAVAILABLE: Example \d+ is not available right now/)
    expect(performance.now() - began).toBeLessThan(slowestMs)
    idp.faults.clear()
    expect(await start()).toBe('signed in')
  })

  test.each(faults)('says so when a code is answered with: %s', async (fault) => {
    const waiting = await finish()
    idp.faults.set('/token', fault)
    expect(await waiting.finish()).toMatch(/^UNAVAILABLE/)
    // The request is used up, and the next one works.
    idp.faults.clear()
    expect(await waiting.finish()).toMatch(/^NOT_FOUND/)
    expect(await (await finish()).finish()).toBe('signed in')
  })

  test('says so when nothing listens', async () => {
    await setUpProvider(app, { ...idp, issuer: 'http://127.0.0.1:1' })
    expect(await start()).toMatch(/^UNAVAILABLE/)
  })

  test.each<[string, (document: Record<string, unknown>) => Record<string, unknown>]>([
    ['another issuer', (document) => ({ ...document, issuer: 'https://evil.example.com' })],
    ['no authorization endpoint', ({ authorization_endpoint: _, ...document }) => document],
    ['a script as its page', (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' })],
    ['an endpoint without https', (document) => ({ ...document, token_endpoint: 'ftp://127.0.0.1/token' })],
  ])('is not used when its document names %s', async (_, alter) => {
    await forgetDocument()
    idp.alterations.set(discovery, alter)
    expect(await start()).toMatch(/^UNAVAILABLE/)
  })

  test('reads its document once an hour', async () => {
    await forgetDocument()
    const read = () => idp.log.filter((line) => line === `GET ${discovery}`).length
    const before = read()
    await Promise.all([start(), start(), start()])
    expect(read()).toBe(before + 1)
    app.advance(3_601_000)
    await start()
    expect(read()).toBe(before + 2)
    app.advance(-3_601_000)
  })

  test('a wrong secret is the operator’s to mend, and logged by its code', async () => {
    const waiting = await finish()
    await setUpProvider(app, { ...idp, clientSecret: 'another-secret-of-the-client' })
    expect(await waiting.finish()).toMatch(/^UNAVAILABLE/)
    expect(app.logged()).toContain('"code":"OAUTH_WWW_AUTHENTICATE_CHALLENGE"')
    expect(app.logged()).not.toContain('another-secret')
  })

  test('a client may sign instead of presenting a secret', async () => {
    const { pem } = idp.clientKey
    await setUpProvider(
      app,
      { ...idp, clientId: 'key-client', clientSecret: '' },
      { authMethod: 'private_key_jwt', privateKey: pem, privateKeyId: 'client' },
    )
    expect(await (await finish()).finish()).toBe('signed in')
  })
})

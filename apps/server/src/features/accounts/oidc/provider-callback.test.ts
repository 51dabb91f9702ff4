import { readSession } from '@envhold/contract/accounts/accounts.ts'
import {
  finishProviderLink,
  finishProviderSignIn,
  startProviderSignIn,
} from '@envhold/contract/accounts/identity-provider.ts'
import { expect, inject, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { SecretSearch } from '../../../../../../dev/world/find-secrets.ts'
import {
  goToProvider,
  newBrowserValue,
  returnFrom,
} from '../../../../../../dev/world/identity-provider/at-provider.ts'
import { newPerson, withProvider } from '../../../../../../dev/world/identity-provider/with-provider.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'

/** Every 60 of them are different. */
const malformed = inject('longRuns') ? 10_000 : 600

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'signed in',
    ({ code }) => String(code),
  )

forEachEngine((engine) => {
  const app = withApp(engine)
  const idp = withProvider(app)
  const node = withSecondNode(app)
  type Callback = Awaited<ReturnType<typeof goToProvider>>
  const finish = (body: Callback) => codeOf(app.as().call(finishProviderSignIn, { body }))
  const goAs = async (person = newPerson()) => {
    idp.person = person
    return await goToProvider(app)
  }
  const withParam = ({ params, browserValue }: Callback, name: string, value: string): Callback => {
    const query = new URLSearchParams(params)
    query.set(name, value)
    return { params: query.toString(), browserValue }
  }

  test('a callback is good once', async () => {
    const callback = await goAs()
    expect(await finish(callback)).toBe('signed in')
    expect(await finish(callback)).toBe('NOT_FOUND')
  })

  test('of 200 at once on two nodes, one succeeds', async () => {
    const { params, browserValue } = await goAs()
    const body = JSON.stringify({ params, browserValue })
    const headers = { 'content-type': 'application/json' }
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const url = `${index % 2 ? app.url : node.url}/api/auth/oidc/finish`
        return (await fetch(url, { method: 'POST', headers, body })).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(199)
  })

  test('only the browser that started it can finish it, and one try is all', async () => {
    const callback = await goAs()
    expect(await finish({ ...callback, browserValue: newBrowserValue().browserValue })).toBe('NOT_FOUND')
    expect(await finish(callback)).toBe('NOT_FOUND')
  })

  test('an expired, a foreign, or a made-up state is not accepted', async () => {
    const callback = await goAs()
    app.advance(11 * 60_000)
    expect(await finish(callback)).toBe('NOT_FOUND')
    app.advance(-11 * 60_000)
    expect(await finish(withParam(await goAs(), 'state', 'A'.repeat(43)))).toBe('NOT_FOUND')
    expect(await finish(withParam(await goAs(), 'state', ''))).toBe('NOT_FOUND')
  })

  test('a request to sign in does not link an account', async () => {
    const { client } = await addPerson(app, { masterPassword: null })
    const body = await goAs()
    expect(await codeOf(client.call(finishProviderLink, { body }))).toBe('NOT_FOUND')
  })

  test('the answer of another issuer, and a code of another sign-in, are rejected', async () => {
    expect(await finish(withParam(await goAs(), 'iss', 'https://evil.example.com'))).toBe(
      'INVALID_CREDENTIALS',
    )
    const [first, second] = [await goAs(), await goAs()]
    const code = new URLSearchParams(first.params).get('code') ?? ''
    // The code belongs to another PKCE verifier.
    expect(await finish(withParam(second, 'code', code))).toBe('INVALID_CREDENTIALS')
    const used = await goAs()
    expect(await finish(used)).toBe('signed in')
    const replayed = withParam(await goAs(), 'code', new URLSearchParams(used.params).get('code') ?? '')
    expect(await finish(replayed)).toBe('INVALID_CREDENTIALS')
    const twice = await goAs()
    expect(await finish({ ...twice, params: `${twice.params}&code=x` })).toBe('INVALID_CREDENTIALS')
  })

  test.each<[string, (claims: Record<string, unknown>) => void, Record<string, unknown>?]>([
    ['another nonce', (claims) => Object.assign(claims, { nonce: 'another' })],
    ['no nonce', (claims) => void delete claims.nonce],
    ['another audience', (claims) => Object.assign(claims, { aud: 'another-client' })],
    ['another issuer', (claims) => Object.assign(claims, { iss: 'https://evil.example.com' })],
    ['an end in the past', (claims) => Object.assign(claims, { exp: 1_000_000 })],
    ['no subject', (claims) => void delete claims.sub],
    ['another subject than the userinfo endpoint', (claims) => Object.assign(claims, { sub: 'another' })],
    ['a subject that no database stores', (claims) => Object.assign(claims, { sub: 'a\0b' })],
    ['alg none', () => {}, { alg: 'none' }],
    ['another algorithm', () => {}, { alg: 'HS256' }],
    ['another key', () => {}, { kid: 'unknown' }],
  ])('an ID token with %s is rejected', async (_, alter, header) => {
    const body = await goAs()
    idp.alterIdToken(alter, header)
    expect(await finish(body)).toBe('INVALID_CREDENTIALS')
  })

  test('an ID token with an altered signature is rejected', async () => {
    const body = await goAs()
    idp.alterations.set('/token', (answer) => ({
      ...answer,
      id_token: String(answer.id_token).replace(/\.[^.]+$/, `.${'A'.repeat(342)}`),
    }))
    expect(await finish(body)).toBe('INVALID_CREDENTIALS')
  })

  test(`${malformed} malformed callbacks cause no 5xx, and nothing of them is logged`, async () => {
    const started = await app.as().call(startProviderSignIn, {
      body: { browserHash: newBrowserValue().browserHash, returnPath: '/dashboard' },
    })
    const state = new URL(started.url).searchParams.get('state') ?? ''
    const marker = 'MALFORMED-4711'
    const odd = [
      '',
      '%',
      '&&&',
      'state',
      `state=${marker}`,
      `state=${state}x`,
      '\u0000',
      '🙂',
      `code=${marker}`,
      'x'.repeat(7_000),
    ]
    const before = app.logged().length
    const send = async (index: number) => {
      const params = `${odd[index % odd.length]}&${marker}=${index}&state=${'B'.repeat(index % 60)}`
      const bodies: unknown[] = [
        { params, browserValue: 'A'.repeat(43) },
        { params: index },
        { params },
        [params],
        null,
      ]
      const { status } = await fetch(`${app.url}/api/auth/oidc/finish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodies[index % bodies.length]),
      })
      return status
    }
    const statuses = new Set<number>()
    for (let offset = 0; offset < malformed; offset += 50)
      for (const status of await Promise.all(Array.from({ length: 50 }, (_, index) => send(offset + index))))
        statuses.add(status)
    expect([...statuses].filter((status) => status >= 500 || status < 400)).toEqual([])
    const logged = app.logged().slice(before)
    expect(logged).not.toContain(marker)
    expect(logged).not.toContain('identity provider failed')
  })

  test('no code, token, verifier or state is in the log or in the database', async () => {
    const { browserValue, browserHash } = newBrowserValue()
    const start = { browserHash, returnPath: '/dashboard' } as const
    const waiting = await app.as().call(startProviderSignIn, { body: start })
    idp.person = newPerson()
    const callback = await returnFrom(app, waiting.url, browserValue)
    const states = [new URL(waiting.url).searchParams.get('state') ?? '', browserValue]
    const open = await goToProvider(app)
    const rows = bytesOf(await dumpTables(app))
    const { token } = await app.as().call(finishProviderSignIn, { body: callback })
    expect((await app.as({ token }).call(readSession, {})).user.id).toBeGreaterThan(0)
    const secrets = [...new Set([...idp.secrets, ...states, open.browserValue])].filter(
      ({ length }) => length >= 16,
    )
    expect(secrets.length).toBeGreaterThan(10)
    const search = new SecretSearch(secrets)
    expect([...search.in(rows)]).toEqual([])
    expect([...search.in(bytesOf(await dumpTables(app)))]).toEqual([])
    expect([...search.in(Buffer.from(app.logged()))]).toEqual([])
  })
})

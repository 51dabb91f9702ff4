// A real OpenID provider in the test's own process. Tests choose who signs in, and alter or break its answers.

import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type JWK } from 'oidc-provider'
import { type Alteration, alterAnswer, breakAnswer, type Fault } from './alter-answer.ts'

interface SigningKey {
  readonly pem: string
  readonly publicJwk: JsonWebKey
  readonly privateJwk: JsonWebKey
}

/** A new RSA key, for RS256. */
function newSigningKey(kid: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const about = { kid, use: 'sig', alg: 'RS256' }
  return {
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...about },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...about },
  }
}

const encode = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** A token with other claims and another header, signed with the right key; without a signature for alg `none`. */
function resign(
  { pem }: SigningKey,
  token: string,
  alter: (claims: Record<string, unknown>) => void,
  header: Record<string, unknown> = {},
): string {
  const [head, body] = token.split('.')
  const claims = decode(body)
  alter(claims)
  const fullHeader = { ...decode(head), ...header }
  const content = `${encode(fullHeader)}.${encode(claims)}`
  if (fullHeader.alg === 'none') return `${content}.`
  return `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(pem)).toString('base64url')}`
}

/** Somebody with an account at the provider. */
export interface ProviderUser {
  readonly sub: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of the client `key-client`, which signs instead of presenting a secret. */
  readonly clientKey: SigningKey
  /** Who signs in next without a form. Null: the sign-in is denied. Undefined: a browser gets a form. */
  person: ProviderUser | null | undefined
  /** How answers at a path are altered. */
  readonly alterations: Map<string, Alteration>
  /** What happens at a path in place of an answer. */
  readonly faults: Map<string, Fault>
  /** Every request that was received: method and path. */
  readonly log: string[]
  /** Every authorization code, token and PKCE verifier that was issued or received. */
  readonly secrets: string[]
  /** Alters the claims of the ID tokens that it issues, and signs them again. */
  alterIdToken(alter: (claims: Record<string, unknown>) => void, header?: Record<string, unknown>): void
  readonly stop: () => Promise<void>
}

const clientSecret = 'secret-of-the-client-0123456789abcdef'
const sessionCookie = 'of-the-tests'

/** What is secret in a request or an answer of the token endpoint. */
const secretParts = /"(?:access_token|id_token|code)":"([^"]+)"|(?:^|&)(?:code|code_verifier)=([^&]+)/g

/** @param redirectUris where it may send browsers back to */
export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const [key, clientKey] = [newSigningKey('provider'), newSigningKey('client')]
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const people = new Map<string, ProviderUser>()
  const client = { redirect_uris: [...redirectUris], grant_types: ['authorization_code'] }
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: 'envhold', client_secret: clientSecret },
      {
        ...client,
        client_id: 'key-client',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [clientKey.publicJwk as JWK] },
      },
    ],
    jwks: { keys: [key.privateJwk as JWK] },
    cookies: { keys: [sessionCookie] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub)?.claims }),
    }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  const idp: IdentityProvider = {
    issuer,
    clientId: 'envhold',
    clientSecret,
    clientKey,
    person: undefined,
    alterations: new Map(),
    faults: new Map(),
    log: [],
    secrets: [],
    alterIdToken: (alter, header) => {
      idp.alterations.set('/token', (answer) => ({
        ...answer,
        id_token: resign(key, String(answer.id_token), alter, header),
      }))
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const finish = async (request: IncomingMessage, response: ServerResponse, person: ProviderUser | null) => {
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'not today' }
    await provider.interactionFinished(request, response, result)
  }
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (idp.person !== undefined) return await finish(request, response, idp.person)
    const [, name] = new URL(request.url ?? '/', issuer).search.split('as=')
    if (name === 'nobody') return await finish(request, response, null)
    if (name) return await finish(request, response, personCalled(name))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form)
  }

  const answer = provider.callback()
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    idp.log.push(`${request.method} ${pathname}`)
    const note = (text: string) => {
      for (const [, token, signature] of text.matchAll(secretParts))
        idp.secrets.push(token ?? signature ?? '')
    }
    request.on('data', (part) => note(String(part)))
    const fault = idp.faults.get(pathname)
    if (fault) return breakAnswer(response, fault)
    if (pathname.startsWith('/interaction/')) return void interact(request, response)
    alterAnswer(response, idp.alterations.get(pathname), note)
    void answer(request, response)
  }
  return idp
}

/** A person with a verified e-mail address. */
export const personCalled = (name: string, claims: Record<string, unknown> = {}): ProviderUser => ({
  sub: `subject-of-${name}`,
  claims: {
    email: `${name}@example.com`,
    email_verified: true,
    given_name: name,
    groups: ['staff'],
    ...claims,
  },
})

const form = `<!doctype html><link rel="icon" href="data:,"><title>Sign in · Example ID</title><h1>Example ID</h1>
<p><a href="?as=ada">Sign in as ada</a></p><p><a href="?as=grace">Sign in as grace</a></p>
<p><a href="?as=nobody">Cancel</a></p>`

// An authenticator in software: ES256, CBOR and the extension `prf`, as WebAuthn Level 3 lays them out. A test can
// change what it signs.

import { createHmac, generateKeyPairSync, hash, hkdfSync, randomBytes, sign } from 'node:crypto'
import type {
  AssertionResponse,
  PasskeyRequestOptions,
  RegistrationResponse,
} from '@envhold/contract/accounts/passkeys.ts'

/** What a test can have different from what an honest authenticator and browser send. */
export interface Altered {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  /** A credential of which it does not have the key. */
  readonly id?: string
}

interface Site {
  readonly rpId: string
  readonly origin: string
}

const userPresent = 0x01
const userVerified = 0x04
const backupEligible = 0x08
const backedUp = 0x10
const hasCredential = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const big = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export function softwareAuthenticator(site: Site, options: { readonly synced?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(20)
  const secret = randomBytes(32)
  const honest = userPresent | userVerified | (options.synced ? backupEligible | backedUp : 0)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, altered: Altered) =>
    Buffer.from(
      JSON.stringify({
        type: altered.type ?? type,
        challenge: altered.challenge ?? challenge,
        origin: altered.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (flags: number, altered: Altered, credential: Uint8Array = new Uint8Array()) =>
    Buffer.concat([
      hash('sha256', altered.rpId ?? site.rpId, 'buffer'),
      big(altered.flags ?? flags, 1),
      big(altered.counter ?? counter, 4),
      credential,
    ])
  const coordinate = (key: number, value: string) =>
    Buffer.concat([Buffer.from([key, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  const cose = () =>
    Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)])

  return {
    id: base64url(id),
    /** Continues counting uses from here; synced passkeys never count. */
    count: (uses: number) => {
      counter = uses
    },
    create(
      { challenge, user }: { readonly challenge: string; readonly user: { readonly id: string } },
      altered: Altered = {},
    ): RegistrationResponse {
      userHandle = user.id
      const attested = Buffer.concat([Buffer.alloc(16), big(id.length, 2), id, cose()])
      const data = authenticatorData(honest | hasCredential, altered, attested)
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        big(data.length, 1),
        data,
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, altered)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: { prf: { enabled: true } },
      }
    },
    get({ challenge }: Pick<PasskeyRequestOptions, 'challenge'>, altered: Altered = {}): AssertionResponse {
      if (!options.synced) counter++
      const data = authenticatorData(honest, altered)
      const client = clientData('webauthn.get', challenge, altered)
      const signature = sign('sha256', Buffer.concat([data, hash('sha256', client, 'buffer')]), privateKey)
      return {
        id: altered.id ?? base64url(id),
        rawId: altered.id ?? base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: altered.userHandle ?? userHandle,
        },
      }
    },
    /** What the browser sends to open the vault: derived from the output of `prf` for a salt in base64url. */
    unlockFor(salt: string): string {
      const prf = createHmac('sha256', secret).update(Buffer.from(salt, 'base64url')).digest()
      const info = Buffer.concat([Buffer.from('eh1/passkey-unlock'), id])
      return base64url(new Uint8Array(hkdfSync('sha256', prf, '', info, 32)))
    },
  }
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>

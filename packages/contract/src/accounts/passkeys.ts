import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { renewedSession, renewedToken } from './account-settings.ts'

const endpoint = endpointsOf('Passkeys')

/** The JSON of WebAuthn, as browsers read and write it. What Envhold does not need is dropped by parsing. */
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url')
    .max(max)

/** A credential id: up to 1,023 bytes. */
export const credentialId = base64url(1_364)
/** How an authenticator is reached: `usb`, `internal`, `hybrid` … Browsers add new ones. */
const transports = z.array(z.string().regex(/^[a-z0-9-]{1,20}$/)).max(10)
/** 32 bytes. */
const bytes32 = base64url(43).length(43)

const descriptor = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: transports.optional(),
})

/** What `navigator.credentials.create` is called with. */
const creationOptions = z
  .object({
    rp: z.object({ id: z.string().max(255), name: z.string().max(100) }),
    user: z.object({ id: base64url(86), name: z.string().max(500), displayName: z.string().max(500) }),
    challenge: bytes32,
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })).max(10),
    timeout: z.int().positive(),
    excludeCredentials: z.array(descriptor).max(100),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })

/** What `navigator.credentials.get` is called with. */
export const requestOptions = z
  .object({
    challenge: bytes32,
    timeout: z.int().positive(),
    rpId: z.string().max(255),
    allowCredentials: z.array(descriptor).max(100),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' })
export type PasskeyRequestOptions = z.output<typeof requestOptions>

/** The salts for which passkeys evaluate the extension `prf`. */
export const prfSalts = z.array(z.object({ id: credentialId, salt: bytes32 })).max(100)

/** What `navigator.credentials.create` returned. */
const registrationResponse = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: transports.optional(),
    }),
    /** Whether the authenticator has the extension `prf`. Its results are never sent. */
    clientExtensionResults: z.object({ prf: z.object({ enabled: z.boolean().optional() }).optional() }),
  })
  .meta({ id: 'PasskeyRegistration' })
export type RegistrationResponse = z.output<typeof registrationResponse>

/** What `navigator.credentials.get` returned. */
export const assertionResponse = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: base64url(86).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type AssertionResponse = z.output<typeof assertionResponse>

/** Passkeys of one account. */
export const maxPasskeys = 20

const passkeyName = field.requiredText(limits.nameLength, 'A name is required')
const params = z.object({ id: credentialId })

export const passkeyInfo = z
  .object({
    id: credentialId,
    name: z.string().max(limits.nameLength),
    /** Whether it is copied between devices, by its provider. */
    synced: z.boolean(),
    /** Whether its authenticator can open a vault. */
    can_open_vault: z.boolean(),
    opens_vault: z.boolean(),
    /** False: it was made for another host than that of this instance. */
    usable: z.boolean(),
    created_at: field.time,
    last_used_at: field.time.nullable(),
  })
  .meta({ id: 'Passkey' })
export type PasskeyInfo = z.output<typeof passkeyInfo>

export const listPasskeys = endpoint('GET /auth/passkeys', {
  name: 'listPasskeys',
  summary: 'List the passkeys of the account.',
  audience: 'session',
  output: z.object({ passkeys: z.array(passkeyInfo).max(100) }),
})

export const startPasskeyRegistration = endpoint('POST /auth/passkeys/options', {
  name: 'startPasskeyRegistration',
  summary: 'Get what a browser needs to create a passkey. It is valid for five minutes, once.',
  audience: 'session',
  stepUp: 'always',
  output: z.object({ options: creationOptions }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const registerPasskey = endpoint('POST /auth/passkeys', {
  name: 'registerPasskey',
  summary: 'Add a passkey. The session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  body: z.object({ response: registrationResponse, name: passkeyName.optional() }),
  output: z.object({ passkey: passkeyInfo, token: renewedToken }),
  success: 201,
  errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'CONFLICT'],
})

export const renamePasskey = endpoint('PUT /auth/passkeys/{id}', {
  name: 'renamePasskey',
  summary: 'Rename a passkey.',
  audience: 'session',
  params,
  body: z.object({ name: passkeyName }),
  output: field.message,
  errors: ['NOT_FOUND'],
})

export const deletePasskey = endpoint('DELETE /auth/passkeys/{id}', {
  name: 'deletePasskey',
  summary:
    'Remove a passkey, unless it is the only way to sign in. It no longer opens the vault, and the session continues under a new token.',
  audience: 'session',
  stepUp: 'always',
  secret: true,
  params,
  output: renewedSession,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

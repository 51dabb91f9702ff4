import { confirmHeader } from '@envhold/contract/accounts/protection.ts'
import { masterPassword as masterPasswordField } from '@envhold/contract/fields.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '@envhold/contract/idempotency.ts'
import { passkeyUnlockHeader, passkeyUnlockPattern } from '@envhold/contract/keyring/keyring.ts'
import { AppError, fieldError } from '../../app-error.ts'

const refuse = (path: string, message: string) => fieldError(path, message)

const oneCredential = () =>
  new AppError('UNAUTHENTICATED', {
    message: 'Send one credential: a bearer token, or an API key in X-API-Key.',
  })

type Field =
  | 'authorization'
  | 'apiKey'
  | 'masterPassword'
  | 'passkeyUnlock'
  | 'contentType'
  | 'ifMatch'
  | 'ifNoneMatch'
  | 'confirmedEnvironment'
  | 'idempotencyKey'
  | 'forwardedFor'
  | 'userAgent'
  | 'host'

/** The headers that decide about a call, as sent. */
export interface ReadHeaders extends Record<Field, string | undefined> {
  hasTwoHosts: boolean
  /** The first header that must be sent once and was repeated. */
  repeated: (() => AppError) | undefined
}

interface Rule {
  readonly field: Field
  /** A repeated one is an error, extends a list, or is ignored. */
  readonly repeated: (() => AppError) | 'list' | 'ignored'
}

const once = (field: Field, name: string): Rule => ({
  field,
  repeated: () => refuse(name, 'Must be sent once'),
})

const rules = new Map<string, Rule>([
  ['authorization', { field: 'authorization', repeated: oneCredential }],
  ['x-api-key', { field: 'apiKey', repeated: oneCredential }],
  ['x-master-password', once('masterPassword', 'x-master-password')],
  [passkeyUnlockHeader, once('passkeyUnlock', passkeyUnlockHeader)],
  ['content-type', { field: 'contentType', repeated: () => new AppError('UNSUPPORTED_MEDIA_TYPE') }],
  ['if-match', once('ifMatch', 'If-Match')],
  ['if-none-match', { field: 'ifNoneMatch', repeated: 'list' }],
  ['confirm-environment', once('confirmedEnvironment', confirmHeader)],
  ['idempotency-key', once('idempotencyKey', idempotencyHeader)],
  ['x-forwarded-for', { field: 'forwardedFor', repeated: 'list' }],
  ['user-agent', { field: 'userAgent', repeated: 'ignored' }],
  ['host', { field: 'host', repeated: 'ignored' }],
])

/**
 * Reads them from the raw list, where a repeated header is visible: Node would keep the first or join both, and a proxy
 * in front may have checked the other one.
 */
export function readHeaders(raw: readonly string[]): ReadHeaders {
  const read: ReadHeaders = {
    authorization: undefined,
    apiKey: undefined,
    masterPassword: undefined,
    passkeyUnlock: undefined,
    contentType: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    confirmedEnvironment: undefined,
    idempotencyKey: undefined,
    forwardedFor: undefined,
    userAgent: undefined,
    host: undefined,
    hasTwoHosts: false,
    repeated: undefined,
  }
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const rule = rules.get(name) ?? rules.get(name.toLowerCase())
    if (rule) readHeader(read, rule, raw[index + 1] ?? '')
  }
  return read
}

function readHeader(read: ReadHeaders, { field, repeated }: Rule, value: string): void {
  const known = read[field]
  if (known === undefined) read[field] = value
  else if (repeated === 'list') read[field] = `${known}, ${value}`
  else if (field === 'host') read.hasTwoHosts = true
  else if (repeated !== 'ignored') read.repeated ??= repeated
}

const bearerPattern = /^Bearer ([\x21-\x7e]{1,200})$/i
const keyPattern = /^[\x21-\x7e]{1,200}$/

/** Parses the credentials. Throws UNAUTHENTICATED for a malformed one, or for two at once. */
export function readCredentials({ authorization, apiKey }: ReadHeaders): {
  readonly bearer: string | undefined
  readonly apiKey: string | undefined
} {
  const bearer = authorization === undefined ? undefined : bearerPattern.exec(authorization)?.[1]
  const malformed = authorization !== undefined && bearer === undefined
  const malformedKey = apiKey !== undefined && !keyPattern.test(apiKey)
  if (malformed || malformedKey || (bearer !== undefined && apiKey !== undefined)) throw oneCredential()
  return { bearer, apiKey }
}

/** Decodes `x-master-password`, percent-encoded UTF-8. Throws VALIDATION_FAILED, without the value that was sent. */
export function readMasterPassword({ masterPassword }: ReadHeaders): string | undefined {
  if (masterPassword === undefined || masterPassword === '') return undefined
  const name = 'x-master-password'
  if (!/^[\x20-\x7e]*$/.test(masterPassword)) throw refuse(name, 'Must be percent-encoded UTF-8')
  let decoded: string
  try {
    decoded = decodeURIComponent(masterPassword)
  } catch {
    throw refuse(name, 'Must be percent-encoded UTF-8')
  }
  const checked = masterPasswordField.safeParse(decoded)
  if (!checked.success) throw refuse(name, checked.error.issues[0]?.message ?? 'Not valid')
  return checked.data
}

/** A passkey that opens the vault, as the browser that used it sends it. */
export interface PasskeyUnlock {
  /** Base64url. */
  readonly credentialId: string
  /** 32 bytes in base64url: as secret as a master password. */
  readonly unlock: string
}

/**
 * Reads `x-passkey-unlock`. Throws VALIDATION_FAILED for a malformed one, without the value that was sent, and beside a
 * master password: it would be unclear which of them is checked.
 */
export function readPasskeyUnlock({ passkeyUnlock, masterPassword }: ReadHeaders): PasskeyUnlock | undefined {
  if (passkeyUnlock === undefined) return undefined
  const [, credentialId, unlock] = passkeyUnlockPattern.exec(passkeyUnlock) ?? []
  if (credentialId === undefined || unlock === undefined)
    throw refuse(passkeyUnlockHeader, 'Must be a credential id, a dot and 32 bytes, both in base64url')
  if (masterPassword !== undefined && masterPassword !== '')
    throw refuse(passkeyUnlockHeader, 'Must not be sent beside x-master-password')
  return { credentialId, unlock }
}

/** The version in `If-Match: "7"`; `*` matches every version. Throws VALIDATION_FAILED for anything else. */
export function readIfMatch({ ifMatch }: ReadHeaders): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = /^"(0|[1-9]\d{0,14})"$/.exec(ifMatch)?.[1]
  if (version === undefined) throw refuse('If-Match', 'Must be one version in quotes, such as "7"')
  return Number(version)
}

/** The name in `Confirm-Environment`, decoded. Throws VALIDATION_FAILED for a malformed one. */
export function readConfirmedEnvironment({ confirmedEnvironment }: ReadHeaders): string | undefined {
  if (confirmedEnvironment === undefined || confirmedEnvironment === '') return undefined
  try {
    return decodeURIComponent(confirmedEnvironment)
  } catch {
    throw refuse(confirmHeader, 'Must be percent-encoded UTF-8')
  }
}

/** The key in `Idempotency-Key`, without quotes. Throws VALIDATION_FAILED for a malformed one. */
export function readIdempotencyKey({ idempotencyKey }: ReadHeaders): string | undefined {
  if (idempotencyKey === undefined) return undefined
  const [, quoted, bare] = idempotencyKeyPattern.exec(idempotencyKey) ?? []
  const key = quoted ?? bare
  if (key === undefined)
    throw refuse(idempotencyHeader, 'Must be 16 to 128 letters, digits or _.:~+/=-, such as a UUID')
  return key
}

import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'

export interface SigningKey {
  readonly pem: string
  readonly publicJwk: JsonWebKey
  readonly privateJwk: JsonWebKey
}

/** A new RSA key, for RS256. */
export function newSigningKey(kid: string): SigningKey {
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
export function resign(
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

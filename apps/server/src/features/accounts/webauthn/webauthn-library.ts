/**
 * Verifies what authenticators answer. The library costs 29 MB and 160 ms, so it is loaded with the first answer.
 * Its errors quote the challenge and the origin, so they are dropped: null means that the answer was not accepted.
 */
import type { AssertionResponse, RegistrationResponse } from '@envhold/contract/accounts/passkeys.ts'
import { notFound } from '../../../app-error.ts'
import type { Config } from '../../../config/config.ts'
import type { Passkey } from './webauthn-store.ts'

const load = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

/** EdDSA, ES256 and RS256. Node warns that ML-DSA is experimental. */
export const algorithms = [-8, -7, -257]

export interface NewCredential {
  readonly id: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly aaguid: string
  readonly deviceType: Passkey['device_type']
  readonly backedUp: boolean
}

/** Verifies the answer to `navigator.credentials.create`. */
export async function verifyRegistration(
  site: WebauthnSite,
  response: RegistrationResponse,
  challenge: string,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse, decodeAttestationObject } = await load()
  try {
    // No attestation is asked for. A statement with certificates would have the library fetch their revocation lists.
    const attestation = decodeAttestationObject(bytesOf(response.response.attestationObject))
    const isSelfMade =
      attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined
    if (attestation.get('fmt') !== 'none' && !isSelfMade) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id !== response.id) return null
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: Uint8Array.from(credential.publicKey),
      counter: credential.counter,
      aaguid,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    }
  } catch {
    return null
  }
}

export interface VerifiedUse {
  readonly counter: number
  readonly backedUp: boolean
}

/**
 * Verifies the answer to `navigator.credentials.get`, except for the counter: the library would report it before it
 * has verified the signature, so that anyone could make an account look cloned.
 */
export async function verifyAssertion(
  site: WebauthnSite,
  response: AssertionResponse,
  challenge: string,
  passkey: Passkey,
): Promise<VerifiedUse | null> {
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...signed } = response.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
    })
    if (!verified || authenticationInfo.credentialDeviceType !== passkey.device_type) return null
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return null
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** The challenge that an answer is for, unverified; undefined if it has none. */
export function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    if (typeof read !== 'object' || read === null || !('challenge' in read)) return undefined
    return typeof read.challenge === 'string' ? read.challenge : undefined
  } catch {
    return undefined
  }
}

/** The site for which passkeys are made. */
export interface WebauthnSite {
  /** The host of PUBLIC_URL. With another one, all passkeys are unusable. */
  readonly rpId: string
  readonly origin: string
}

const isIpAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** The site of this instance; undefined if browsers offer no passkeys there: they need https or localhost, and a name. */
export function webauthnSiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): WebauthnSite | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIpAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined
  return { rpId: hostname, origin }
}

/** @throws AppError NOT_FOUND where browsers offer no passkeys */
export function requireWebauthnSite(config: Pick<Config, 'publicUrl'>): WebauthnSite {
  const site = webauthnSiteOf(config)
  if (!site) throw notFound('Passkeys need a host name and https.')
  return site
}

import { email as emailField } from '@envhold/contract/fields.ts'
import { z } from 'zod'
import type { ConnectedProvider } from './connect-provider.ts'
import { explainFailure, ProviderError } from './provider-error.ts'

/** What was sent to the provider, and has to come back. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The provider must say when it last authenticated the person. */
  readonly needsAuthTime: boolean
}

/** Who the provider says somebody is. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** False unless the provider says so. */
  readonly emailVerified: boolean
  /** When the provider last authenticated the person, ms since 1970. */
  readonly authTime: number | undefined
  /** Of the ID token and of the userinfo endpoint. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** As OpenID Connect limits it, and as both databases store it. */
const subjectField = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0') && text.isWellFormed())

/** Far longer than any sign-in. {@link Expected.needsAuthTime} makes the caller compare the time itself. */
const anyAgeSeconds = 86_400

type Claims = Readonly<Record<string, unknown>>

const isSame = (email: string, claims: Claims) =>
  typeof claims.email === 'string' && claims.email.toLowerCase() === email.toLowerCase()

function emailOf(idToken: Claims, userInfo: Claims): Pick<ProviderIdentity, 'email' | 'emailVerified'> {
  const { data } = emailField.safeParse(idToken.email ?? userInfo.email)
  if (data === undefined) return { email: null, emailVerified: false }
  const emailVerified = [idToken, userInfo].some(
    (claims) => isSame(data, claims) && claims.email_verified === true,
  )
  return { email: data, emailVerified }
}

/**
 * Exchanges the code of a callback, and verifies everything that the provider answers.
 * @param callback the URL that the provider redirected to, with its query
 * @throws ProviderError
 */
export async function readIdentity(
  { client, config }: ConnectedProvider,
  callback: URL,
  { state, nonce, verifier, needsAuthTime }: Expected,
): Promise<ProviderIdentity> {
  try {
    const tokens = await client.authorizationCodeGrant(config, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      ...(needsAuthTime && { maxAge: anyAgeSeconds }),
    })
    const idToken = tokens.claims()
    const subject = subjectField.safeParse(idToken?.sub).data
    if (!idToken || subject === undefined) throw new ProviderError('rejected', 'SUBJECT')
    // Many providers put the e-mail address only here. The library compares the subject.
    const userInfo = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, idToken.sub)
      : {}
    return {
      issuer: idToken.iss,
      subject,
      ...emailOf(idToken, userInfo),
      authTime: typeof idToken.auth_time === 'number' ? idToken.auth_time * 1_000 : undefined,
      claims: { ...userInfo, ...idToken },
    }
  } catch (error) {
    throw explainFailure(error)
  }
}

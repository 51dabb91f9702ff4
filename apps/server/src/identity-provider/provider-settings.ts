import { createPrivateKey } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { loopback } from '../config/loopback.ts'

/** The maximum length of a name or value that an operator types. */
const maxLength = 200

/** Printable ASCII on one line: these texts go into headers and URLs. */
const printable = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without a space')

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
}

const isPrivateKey = (pem: string): boolean => {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem)
    return type === 'rsa' || (type === 'ec' && details?.namedCurve === 'prime256v1')
  } catch {
    return false
  }
}

const domain = z
  .string()
  .max(maxLength)
  .transform((text) => domainToASCII(text) || text)
  .refine((text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text), 'must be a domain, such as example.com')

export const authMethods = ['client_secret_basic', 'private_key_jwt'] as const

/** What the operator sets about the OpenID provider. What is on by default is what cannot widen access. */
export const providerSettings = z
  .strictObject({
    /** As its discovery document spells it. */
    issuer: z
      .string()
      .max(500)
      .refine(isIssuer, 'must be an https URL without a query; http only on this machine'),
    clientId: printable(500),
    authMethod: z.enum(authMethods).default('client_secret_basic'),
    clientSecret: printable(500).or(z.literal('')).default(''),
    /** PKCS #8 PEM, for `private_key_jwt`. */
    privateKey: z
      .string()
      .max(10_000)
      .refine((pem) => pem === '' || isPrivateKey(pem), 'must be an RSA or P-256 key in PKCS #8 PEM')
      .default(''),
    /** The `kid` of the key, where the provider needs one. */
    privateKeyId: z.string().max(maxLength).default(''),
    /** Its name on the button 'Continue with …'. */
    label: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^\P{C}+$/u, 'must be one line'),
    /** Requested scopes besides `openid`. */
    scopes: z.array(printable(100)).max(20).default(['email', 'profile']),
    /** E-mail domains that may sign in; all with an empty list. */
    allowedDomains: z.array(domain).max(100).default([]),
    /** A claim that is required to sign in, and its value, or one of its values. */
    requiredClaim: z.string().max(maxLength).default(''),
    requiredValue: z.string().max(maxLength).default(''),
    /** Whether a first sign-in creates an account, as far as SIGN_UPS allows. */
    createAccounts: z.boolean().default(false),
    /** Whether a verified e-mail address links an existing account. */
    linkByVerifiedEmail: z.boolean().default(false),
    /** Whether passwords are rejected, except for a SUPER_ADMIN. */
    onlyWayIn: z.boolean().default(false),
  })
  .superRefine(({ authMethod, clientSecret, privateKey, requiredClaim, requiredValue }, context) => {
    const missing = (name: string, why: string) =>
      context.addIssue({ code: 'custom', path: [name], message: `is missing: ${why}` })
    if (authMethod === 'client_secret_basic' && clientSecret === '')
      missing('clientSecret', 'authMethod is client_secret_basic')
    if (authMethod === 'private_key_jwt' && privateKey === '')
      missing('privateKey', 'authMethod is private_key_jwt')
    if ((requiredClaim === '') !== (requiredValue === ''))
      missing(requiredClaim === '' ? 'requiredClaim' : 'requiredValue', 'set both or none')
  })
export type ProviderSettings = z.output<typeof providerSettings>

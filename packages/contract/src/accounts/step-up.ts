/**
 * How a person proves who they are: when they sign in, and again later. A code or a recovery code is given beside a
 * password, so these and a passkey count as two factors.
 */
export const authMethods = ['password', 'oidc', 'totp', 'recovery-code', 'passkey'] as const
export type AuthMethod = (typeof authMethods)[number]

const twoFactors: readonly AuthMethod[] = ['totp', 'recovery-code', 'passkey']

/** How strong a method is. A step-up requires the strongest that the account has. */
export const strengthOf = (method: AuthMethod): 1 | 2 => (twoFactors.includes(method) ? 2 : 1)

/** How long a proof is valid for calls that require a step-up. */
export const stepUpMinutes = 10

/**
 * When a call requires a step-up: `always`, or `unless-unlocked` – an unlocked vault counts as a proof for what
 * concerns variables.
 */
export type StepUp = 'always' | 'unless-unlocked'

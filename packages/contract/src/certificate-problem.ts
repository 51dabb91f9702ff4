/** Why a TLS certificate was rejected. */
export type CertificateProblem = 'untrusted' | 'expired' | 'not-yet-valid' | 'other-host'

/** Node's error codes. */
const problems: Readonly<Record<string, CertificateProblem>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
}

/** The problem that an error code of a connection stands for; undefined if it is not about a certificate. */
export const certificateProblem = (code: unknown): CertificateProblem | undefined =>
  typeof code === 'string' && Object.hasOwn(problems, code) ? problems[code] : undefined

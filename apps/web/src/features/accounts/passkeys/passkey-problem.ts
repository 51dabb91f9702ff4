import { errorText } from '../../../connection/api/error-text.ts'

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Another request took the place of this one: nobody has to know. */
export const isSuperseded = (error: unknown) =>
  nameOf(error) === 'AbortError' || codeOf(error) === 'ERROR_CEREMONY_ABORTED'

/** What people read when a passkey was not used. `otherwise` says what else they can do. */
export function passkeyProblem(error: unknown, otherwise: string): string {
  if (codeOf(error) === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || nameOf(error) === 'InvalidStateError')
    return 'This device already has a passkey for your account.'
  // Browsers do not say whether the user declined, or the time was over.
  if (nameOf(error) === 'NotAllowedError') return `Nothing happened. Try again, or ${otherwise}.`
  if (nameOf(error) === 'SecurityError') return 'Passkeys do not work at this address.'
  return errorText(error, {
    fallback: `The passkey could not be used: try again, or ${otherwise}`,
    unanswered: `Try again, or ${otherwise}`,
  })
}

const isIpAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** Whether this browser has passkeys for this page: they need https or localhost, and a host with a name. */
export const hasPasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)

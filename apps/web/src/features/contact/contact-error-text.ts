import { ApiError } from '@envhold/client/api-error.ts'

/** What happened, that nothing is lost, and what to do. */
export function contactErrorText(error: unknown, support: string): string {
  const isLimited = error instanceof ApiError && error.code === 'RATE_LIMITED'
  const what = isLimited ? 'Too many messages were sent in the last hour.' : 'Your message could not be sent.'
  const when = isLimited ? 'Try again in an hour' : 'Try again in a minute'
  return `${what} Your text is still here. ${when}, or write an e-mail to ${support}.`
}

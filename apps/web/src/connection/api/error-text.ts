import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'

/** What people read when an action fails: the server’s own sentence, unless the action has a better one. */
export interface ErrorTexts {
  /** When the server says nothing better. */
  readonly fallback: string
  readonly on?: Partial<Record<ErrorCode, string>>
}

const anyCall: ErrorTexts = { fallback: 'Request failed' }

const waitText = (seconds: number) =>
  seconds > 90 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : `Try again in ${seconds} seconds.`

export function errorText(error: unknown, texts: ErrorTexts = anyCall): string {
  if (error instanceof UnreachableError)
    return texts === anyCall ? error.message : `${error.message} ${texts.fallback}.`
  if (!(error instanceof ApiError)) return texts.fallback
  if (error.code === 'INTERNAL') return `${texts.fallback}. Quote ${error.requestId} when you report it.`
  // Shown beside a form that is still open after the session ended.
  if (error.code === 'UNAUTHENTICATED')
    return texts.on?.UNAUTHENTICATED ?? 'Your session had ended. Sign in and try again.'
  const text = texts.on?.[error.code] ?? (error.message || texts.fallback)
  if (!error.retryAfter || error.status !== 429) return text
  return text.replace(/( Please try again later\.)?$/, ` ${waitText(error.retryAfter)}`)
}

/** Validation errors by field name in the body. */
export const fieldErrors = (error: unknown): readonly { path: string; message: string }[] =>
  error instanceof ApiError ? error.details : []

const withoutAnswer = {
  network: 'The server cannot be reached',
  timeout: 'The server did not answer in time',
  'not-envhold': 'Something else answered in place of the server',
} as const

interface OutageText {
  /** Without a full stop. */
  readonly title: string
  /** What the server said; undefined without an answer. */
  readonly detail: string | undefined
}

/** What to say while a call fails that a page needs. A server that answers can be reached, whatever it answers. */
export function outageText(error: unknown): OutageText {
  if (error instanceof UnreachableError) return { title: withoutAnswer[error.reason], detail: undefined }
  if (!(error instanceof ApiError)) return { title: 'Something went wrong on this page', detail: undefined }
  if (error.code === 'INTERNAL')
    return {
      title: 'The server answered with an error',
      detail: `Quote ${error.requestId} when you report it.`,
    }
  const isBusy = error.code === 'UNAVAILABLE' || error.status === 429
  return { title: isBusy ? 'The server is busy' : 'The server rejected a request', detail: error.message }
}

import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isPromptCanceled } from '../prompt-cancelled.ts'

/** What people read when an action fails: the server’s own sentence, unless the action has a better one. */
export interface ErrorTexts {
  /** When the server says nothing better. */
  readonly fallback: string
  /** When no answer came to a call that the server may have done, and `fallback` says that it has not. */
  readonly unanswered?: string
  readonly on?: Partial<Record<ErrorCode, string>>
}

const anyCall: ErrorTexts = { fallback: 'Request failed' }

const waitText = (seconds: number) =>
  seconds > 90 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : `Try again in ${seconds} seconds.`

export function errorText(error: unknown, texts: ErrorTexts = anyCall): string {
  if (error instanceof UnreachableError)
    return texts === anyCall ? error.message : `${error.message} ${texts.unanswered ?? texts.fallback}.`
  if (!(error instanceof ApiError)) return texts === anyCall ? 'Unknown error occurred' : texts.fallback
  if (error.code === 'INTERNAL') return `${texts.fallback}. Quote ${error.requestId} when you report it.`
  // Shown beside a form that is still open after the session ended.
  if (error.code === 'UNAUTHENTICATED')
    return texts.on?.UNAUTHENTICATED ?? 'Your session had ended. Sign in and try again.'
  const text = texts.on?.[error.code] ?? (error.message || texts.fallback)
  if (!error.retryAfter || error.status !== 429) return text
  return text.replace(/( Please try again later\.)?$/, ` ${waitText(error.retryAfter)}`)
}

const isBusy = ({ code, status }: ApiError): boolean => code === 'UNAVAILABLE' || status === 429

const isOutage = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && isBusy(error))

/** Why a page could not read something. What is stored is called safe only where nothing says otherwise. */
export const readErrorText = (error: unknown, reassurance = 'Your stored data is safe.'): string =>
  isOutage(error) ? `${errorText(error)} ${reassurance}` : errorText(error)

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
  return {
    title: isBusy(error) ? 'The server is busy' : 'The server rejected a request',
    detail: error.message,
  }
}

interface Form<T extends FieldValues> {
  readonly names: readonly Path<T>[]
  readonly texts: ErrorTexts | undefined
  readonly setError: UseFormSetError<T>
  /** Where an error of the whole form shows; without it, as the error of `root`. */
  readonly at?: Path<T> | undefined
}

/**
 * Shows the server's validation errors at their fields; any other error becomes the form's error. A cancelled prompt is
 * not an error.
 */
export function showFormError<T extends FieldValues>(
  error: unknown,
  { names, texts, setError, at }: Form<T>,
) {
  if (isPromptCanceled(error)) return
  if (showFieldErrors(error, names, setError)) return
  setError(at ?? 'root', { message: errorText(error, texts) }, { shouldFocus: at !== undefined })
}

/**
 * Shows the server's validation errors at their fields and focuses the first; false if there are none for these
 * fields.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  let isShown = false
  for (const { path, message } of fieldErrors(error)) {
    const name = names.find((known) => path === known || path === `body.${known}`)
    if (!name) continue
    setError(name, { type: 'server', message }, { shouldFocus: !isShown })
    isShown = true
  }
  return isShown
}

import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'

const withoutAnswer = {
  network: 'The server cannot be reached',
  timeout: 'The server did not answer in time',
  'not-envhold': 'Something else answered in place of the server',
} as const

export interface OutageText {
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

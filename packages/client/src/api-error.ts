import type { ErrorBody, ErrorCode } from '@envhold/contract/errors.ts'
import { errorBody, errors } from '@envhold/contract/errors.ts'

/** The server answered, and the answer is a refusal or a fault. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: NonNullable<ErrorBody['details']>
  readonly requestId: string
  /** Seconds to wait, where the server names them. */
  readonly retryAfter: number | null

  constructor(status: number, body: ErrorBody, retryAfter: number | null) {
    super(body.message)
    this.status = status
    this.code = body.error
    this.details = body.details ?? []
    this.requestId = body.request_id
    this.retryAfter = retryAfter
  }
}

/** No usable answer: the server is away, too slow, or something else speaks on its address. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly reason: 'network' | 'timeout' | 'not-envhold'

  constructor(reason: 'network' | 'timeout' | 'not-envhold') {
    super(
      {
        network: 'The server cannot be reached.',
        timeout: 'The server did not answer in time.',
        'not-envhold': 'What answered does not speak Envhold’s API.',
      }[reason],
    )
    this.reason = reason
  }
}

/** Reads a refusal; a body that is not the contract's says that something else answered. */
export async function apiErrorOf(response: Response): Promise<ApiError | UnreachableError> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null))
  if (!parsed.success || errors[parsed.data.error].status !== response.status)
    return new UnreachableError('not-envhold')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, parsed.data, Number.isFinite(retryAfter) ? retryAfter : null)
}

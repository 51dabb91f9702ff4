import { type ProtectedLoss, readLossDetails } from '@envhold/contract/accounts/protection.ts'
import type { ErrorBody, ErrorCode } from '@envhold/contract/errors.ts'

/** The server answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: NonNullable<ErrorBody['details']>
  /** The methods that STEP_UP_REQUIRED and MFA_REQUIRED accept. */
  readonly methods: NonNullable<ErrorBody['methods']>
  /** What a protected environment would have lost: PROTECTED_ENVIRONMENT. */
  readonly loss: ProtectedLoss | undefined
  /** What continues a sign-in after MFA_REQUIRED. */
  readonly ticket: string | undefined
  readonly requestId: string
  /** Seconds to wait, if the server names them. */
  readonly retryAfter: number | null

  constructor(status: number, body: ErrorBody, retryAfter: number | null) {
    super(body.message)
    this.status = status
    this.code = body.error
    this.details = body.details ?? []
    this.methods = body.methods ?? []
    this.ticket = body.ticket
    this.loss = body.error === 'PROTECTED_ENVIRONMENT' ? readLossDetails(body.details) : undefined
    this.requestId = body.request_id
    this.retryAfter = retryAfter
  }
}

const noAnswer = {
  network: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  'not-envhold': 'The response does not come from an Envhold server.',
} as const

export type NoAnswerReason = keyof typeof noAnswer

/** No usable response: the server is unreachable or too slow, or something else answers at its URL. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly reason: NoAnswerReason
  /** Of the response that did not come from Envhold. */
  readonly status: number | null
  /** Where that response redirects to. */
  readonly location: string | null

  constructor(
    reason: NoAnswerReason,
    { cause, status, location }: { cause?: unknown; status?: number; location?: string | null } = {},
  ) {
    super(noAnswer[reason], { cause })
    this.reason = reason
    this.status = status ?? null
    this.location = location ?? null
  }
}

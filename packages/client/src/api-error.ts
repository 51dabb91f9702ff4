import { type ProtectedLoss, readLossDetails } from '@envhold/contract/accounts/protection.ts'
import { authMethods } from '@envhold/contract/accounts/step-up.ts'
import type { ErrorBody, ErrorCode, errors, ReachedLimit } from '@envhold/contract/errors.ts'
import { limits } from '@envhold/contract/limits.ts'

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
  /** The limit that was reached, where the server names it: RATE_LIMITED. */
  readonly limit: ReachedLimit | undefined
  /** Why something of the caller's cannot be used now: the reason of an `UnavailableProject`, `owner_suspended`, or another. */
  readonly unavailable: string | undefined
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
    this.unavailable = body.unavailable
    this.loss = body.error === 'PROTECTED_ENVIRONMENT' ? readLossDetails(body.details) : undefined
    this.limit = body.limit
    this.requestId = body.request_id
    this.retryAfter = retryAfter
  }
}

/** Something does not exist, or the caller may not know of it. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'NOT_FOUND'

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

/**
 * Reads an error response without the contract's schema: loading zod takes longer than the rest of the command line's
 * start. The types keep the table below equal to the contract, and a test compares the guard with the schema.
 */
const statuses: { readonly [Code in ErrorCode]: (typeof errors)[Code]['status'] } = {
  VALIDATION_FAILED: 400,
  UPGRADE_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  MFA_REQUIRED: 401,
  FORBIDDEN: 403,
  STEP_UP_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  ACCOUNT_SUSPENDED: 403,
  ACCOUNT_PENDING: 403,
  MASTER_PASSWORD_REQUIRED: 403,
  INVALID_MASTER_PASSWORD: 403,
  LIMIT_REACHED: 403,
  PROJECT_READ_ONLY: 403,
  IP_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ALREADY_INVITED: 409,
  ALREADY_MEMBER: 409,
  ALREADY_CREATED: 409,
  REQUEST_IN_PROGRESS: 409,
  PROTECTED_ENVIRONMENT: 409,
  VERSION_MISMATCH: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  LOCKED_OUT: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max
const isCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(statuses, value)

type Details = NonNullable<ErrorBody['details']>

const isDetails = (value: unknown): value is Details =>
  Array.isArray(value) &&
  value.length <= 2_000 &&
  value.every((item) => isRecord(item) && isText(item.path, 300) && isText(item.message, 500))

type Methods = NonNullable<ErrorBody['methods']>

const isMethods = (value: unknown): value is Methods =>
  Array.isArray(value) &&
  value.length <= authMethods.length &&
  value.every((method) => authMethods.includes(method))

const isTextOrNull = (value: unknown, max: number): value is string | null =>
  value === null || isText(value, max)
const windows: { readonly [Window in ReachedLimit['window']]: true } = { hour: true, day: true, month: true }
const isWindow = (value: unknown): value is ReachedLimit['window'] =>
  typeof value === 'string' && Object.hasOwn(windows, value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Null for anything else. */
function readLimit(value: unknown): ReachedLimit | null {
  if (!isRecord(value)) return null
  const { window, calls, plan, owner, resets_at, upgrade_url } = value
  if (!isWindow(window) || !isCount(calls) || !isText(resets_at, 24)) return null
  if (!isTextOrNull(plan, limits.nameLength) || !isTextOrNull(owner, limits.nameLength)) return null
  if (!isTextOrNull(upgrade_url, 2_100)) return null
  return { window, calls, plan, owner, resets_at, upgrade_url }
}

/** The body of an error response; null for anything else. */
export function readErrorBody(value: unknown): ErrorBody | null {
  if (!isRecord(value)) return null
  const { error, message, details, upgradeRequired, unavailable, methods, ticket, limit, request_id } = value
  if (!isCode(error) || !isText(message, 500) || !isText(request_id, 64)) return null
  if (details !== undefined && !isDetails(details)) return null
  if (upgradeRequired !== undefined && typeof upgradeRequired !== 'boolean') return null
  if (unavailable !== undefined && !isText(unavailable, 50)) return null
  if (methods !== undefined && !isMethods(methods)) return null
  if (ticket !== undefined && !isText(ticket, 200)) return null
  const reached = limit === undefined ? undefined : readLimit(limit)
  if (reached === null) return null
  return {
    error,
    message,
    request_id,
    ...(details && { details: details.map(({ path, message }) => ({ path, message })) }),
    ...(upgradeRequired !== undefined && { upgradeRequired }),
    ...(unavailable !== undefined && { unavailable }),
    ...(methods && { methods }),
    ...(ticket !== undefined && { ticket }),
    ...(reached && { limit: reached }),
  }
}

/** A body that is not the contract's, or that comes with another status, means that something else answered. */
export async function readApiError(response: Response): Promise<ApiError | UnreachableError> {
  const { status, headers } = response
  const body = readErrorBody(await response.json().catch(() => null))
  if (!body || statuses[body.error] !== status)
    return new UnreachableError('not-envhold', { status, location: headers.get('location') })
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError(status, body, Number.isFinite(retryAfter) ? retryAfter : null)
}

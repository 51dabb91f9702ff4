import type { Endpoint } from './endpoint.ts'
import { type ErrorCode, errorCodes } from './errors.ts'

/** The errors that a property of an endpoint implies, so that no endpoint has to list them. */
const refusedBy = (call: Endpoint): readonly (readonly [unknown, readonly ErrorCode[]])[] => [
  [call.params ?? call.query ?? call.body, ['VALIDATION_FAILED']],
  [call.body, ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
  [call.rawBody, ['PAYLOAD_TOO_LARGE']],
  [call.audience !== 'anyone', ['UNAUTHENTICATED']],
  [call.audience === 'session', ['RATE_LIMITED']],
  [call.audience === 'user', ['FORBIDDEN', 'RATE_LIMITED']],
  [call.audience === 'operator', ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED']],
  [call.audience === 'api-key', ['IP_NOT_ALLOWED', 'NOT_FOUND', 'RATE_LIMITED']],
  [call.vault, ['MASTER_PASSWORD_REQUIRED', 'INVALID_MASTER_PASSWORD', 'LOCKED_OUT']],
  [call.conditional === 'write', ['VERSION_MISMATCH']],
  [call.confirms, ['VALIDATION_FAILED', 'PROTECTED_ENVIRONMENT']],
  [call.stepUp, ['STEP_UP_REQUIRED']],
  [call.stepUp === 'unless-unlocked', ['INVALID_MASTER_PASSWORD', 'LOCKED_OUT', 'UNAVAILABLE']],
  [
    call.idempotency,
    ['VALIDATION_FAILED', 'ALREADY_CREATED', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
  ],
]

/** Every error of a call, in the order of the table. INTERNAL and UNAVAILABLE can come from any call. */
export function errorsOf(call: Endpoint): readonly ErrorCode[] {
  const implied = refusedBy(call).flatMap(([has, codes]) => (has ? codes : []))
  return errorCodes.filter((code) => call.errors?.includes(code) || implied.includes(code))
}

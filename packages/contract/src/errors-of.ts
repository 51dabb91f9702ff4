import type { Endpoint } from './endpoint.ts'
import { type ErrorCode, errorCodes } from './errors.ts'

/** What a property of an endpoint refuses by itself, so that no endpoint has to list it. */
const refusedBy = (call: Endpoint): readonly (readonly [unknown, readonly ErrorCode[]])[] => [
  [call.params ?? call.query ?? call.body, ['VALIDATION_FAILED']],
  [call.body, ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
  [call.rawBody, ['PAYLOAD_TOO_LARGE']],
  [call.audience === 'user', ['FORBIDDEN', 'RATE_LIMITED']],
  [call.audience === 'operator', ['UNAUTHENTICATED', 'FORBIDDEN']],
  [call.stepUp, ['STEP_UP_REQUIRED']],
  [
    call.idempotency,
    ['VALIDATION_FAILED', 'ALREADY_CREATED', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'],
  ],
]

/** Every error that a call can answer, in the order of the table; INTERNAL and UNAVAILABLE can come from any. */
export function errorsOf(call: Endpoint): readonly ErrorCode[] {
  const implied = refusedBy(call).flatMap(([has, codes]) => (has ? codes : []))
  return errorCodes.filter((code) => call.errors.includes(code) || implied.includes(code))
}

import type { Endpoint } from '../endpoint.ts'
import { type ErrorCode, errorBody, errorCodes, errors } from '../errors.ts'
import { errorsOf } from '../errors-of.ts'
import { errorHeaders } from './headers.ts'
import type { Json, Schemas } from './schemas.ts'

/** The named error responses of a document. Calls with the same errors share them. */
export interface ErrorAnswers {
  /** By status; `default` is for internal errors, which any call can return. */
  refsFor(call: Endpoint): Json
  readonly components: Readonly<Record<string, Json>>
}

/** An example of each error, by its code. */
export const errorExamples: Readonly<Record<string, Json>> = Object.fromEntries(
  errorCodes.map((code) => [
    code,
    { value: { error: code, message: errors[code].message, request_id: 'b2f1c8e04a639d55-1k' } },
  ]),
)

/** `NOT_FOUND` and `FORBIDDEN` become `NotFoundOrForbidden`. */
const nameOf = (codes: readonly ErrorCode[]) =>
  codes
    .map((code) =>
      code
        .split('_')
        .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
        .join(''),
    )
    .join('Or')

const answerWith = (codes: readonly ErrorCode[], schemas: Schemas): Json => ({
  description: codes.join(', '),
  headers: errorHeaders(codes),
  content: {
    'application/json': {
      schema: schemas.refTo(errorBody, 'output', 'Error'),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

export function collectErrorAnswers(schemas: Schemas): ErrorAnswers {
  const components: Record<string, Json> = {}
  const refTo = (codes: readonly ErrorCode[]): Json => {
    const name = nameOf(codes)
    components[name] ??= answerWith(codes, schemas)
    return { $ref: `#/components/responses/${name}` }
  }
  return {
    refsFor(call) {
      const byStatus = Map.groupBy(errorsOf(call), (code) => errors[code].status)
      return {
        ...Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), refTo(codes)])),
        default: refTo(['INTERNAL', 'UNAVAILABLE']),
      }
    },
    components,
  }
}

import type { Endpoint } from '../endpoint.ts'
import { type ErrorCode, errorBody, errorCodes, errors } from '../errors.ts'
import { errorsOf } from '../errors-of.ts'
import { errorHeaders } from './headers.ts'
import type { Json, Schemas } from './schemas.ts'

/** The error answers of a document under their names: calls that refuse for the same reasons share them. */
export interface ErrorAnswers {
  /** By status, and `default` for what any call can answer when the fault is the server's. */
  refsFor(call: Endpoint): Json
  readonly components: Readonly<Record<string, Json>>
}

/** What each error says, under its code. */
export const errorExamples: Readonly<Record<string, Json>> = Object.fromEntries(
  errorCodes.map((code) => [
    code,
    { value: { error: code, message: errors[code].message, request_id: 'b2f1c8e04a639d55-1k' } },
  ]),
)

/** `NOT_FOUND` and `FORBIDDEN` make `NotFoundOrForbidden`. */
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

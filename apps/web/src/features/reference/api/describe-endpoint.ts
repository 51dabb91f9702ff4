import { confirmHeader } from '@envhold/contract/accounts/protection.ts'
import { stepUpMinutes } from '@envhold/contract/accounts/step-up.ts'
import { type Audience, type Endpoint, errorsOf as errorCodesOf } from '@envhold/contract/endpoint.ts'
import { errors } from '@envhold/contract/errors.ts'
import { idempotencyHeader } from '@envhold/contract/idempotency.ts'
import { z } from 'zod'

export interface FieldLine {
  readonly name: string
  readonly place: 'path' | 'query' | 'body' | 'header'
  readonly type: string
  readonly required: boolean
  readonly note: string
}

interface ErrorLine {
  readonly code: string
  readonly status: number
  readonly message: string
}

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const options = (schema: Json) => [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isJson)

/** A JSON schema's type in a few words: 'integer', 'string[]', 'dotenv | json', or its name in the OpenAPI document. */
export function typeText(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? 'object'
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ')
  const either = options(schema)
  if (either) return [...new Set(either.map(typeText))].join(' | ')
  if (schema.type === 'array') {
    const item = isJson(schema.items) ? typeText(schema.items) : 'any'
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object' && isJson(schema.additionalProperties))
    return `object of ${typeText(schema.additionalProperties)}`
  if (schema.format === 'date-time') return 'time'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

const limitNote = ({ minLength, maxLength, maxItems, minimum, maximum, default: preset }: Json) =>
  [
    typeof minLength === 'number' && minLength > 1 && `at least ${minLength} characters`,
    typeof maxLength === 'number' && `at most ${maxLength.toLocaleString('en-US')} characters`,
    typeof maxItems === 'number' && `at most ${maxItems.toLocaleString('en-US')}`,
    typeof minimum === 'number' && minimum > 1 && `from ${minimum}`,
    typeof maximum === 'number' && maximum < 1_000_000 && `up to ${maximum}`,
    preset !== undefined && `default ${String(preset)}`,
  ]
    .filter(Boolean)
    .join(', ')

const linesOf = (place: FieldLine['place'], schema: z.ZodObject | undefined): FieldLine[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const type = field as z.ZodType
    const json = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
    return {
      name,
      place,
      // Path parameters are coerced from text, but documented by their target type.
      type: typeText(json),
      required: place === 'path' || !z.safeParse(type, undefined).success,
      note: limitNote(json),
    }
  })

const header = (name: string, note: string): FieldLine => ({
  name,
  place: 'header',
  type: 'string',
  required: false,
  note,
})

/** Everything that can be sent with a call. */
export const fieldsOf = (call: Endpoint): readonly FieldLine[] => [
  ...linesOf('path', call.params),
  ...linesOf('query', call.query),
  ...linesOf('body', call.body),
  ...(call.vault
    ? [header('x-master-password', 'percent-encoded UTF-8; tokens unlock by themselves and need none')]
    : []),
  ...(call.conditional === 'read'
    ? [header('If-None-Match', 'the ETag you hold: 304 when nothing changed')]
    : []),
  ...(call.conditional === 'write' ? [header('If-Match', 'the version you read: 412 when it is stale')] : []),
  ...(call.confirms
    ? [header(confirmHeader, 'the environment’s name, to replace or delete something in a protected one')]
    : []),
  ...(call.idempotency
    ? [header(idempotencyHeader, 'a random text, the same for each attempt: a retry creates nothing twice')]
    : []),
  ...(call.requestHeaders ?? []).map((name) => header(name, 'part of the signature')),
]

export const answersOf = (call: Endpoint): readonly string[] =>
  call.output ? Object.keys(call.output.shape) : (call.produces ?? [])

export const errorsOf = (call: Endpoint): readonly ErrorLine[] =>
  errorCodesOf(call).map((code) => ({ code, ...errors[code] }))

const audienceTexts: Readonly<Record<Audience, (call: Endpoint) => string>> = {
  anyone: () => 'No authentication',
  session: () => 'Session token',
  user: ({ permission }) => `Session or personal token with ${permission}`,
  operator: ({ operatorPermission }) => `Session of an operator with ${operatorPermission}`,
  'api-key': () => 'API key',
  webhook: () => 'Signature of a payment provider',
}

export const audienceText = (call: Endpoint): string => {
  const text = audienceTexts[call.audience](call)
  return call.stepUp ? `${text}, confirmed within ${stepUpMinutes} minutes` : text
}

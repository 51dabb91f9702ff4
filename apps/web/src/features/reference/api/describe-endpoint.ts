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
function typeText(schema: Json): string {
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

export const answersOf = (call: Endpoint) =>
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

const samples: Record<string, string> = {
  environment: 'production',
  key: 'DATABASE_URL',
  version: '12',
  keyId: '4fJ2kQ8sLm1Zx',
}
const tokens: Readonly<Record<Audience, string>> = {
  session: '$TOKEN',
  user: '$TOKEN',
  operator: '$TOKEN',
  'api-key': '$ENVHOLD_API_KEY',
  anyone: '',
  webhook: '',
}

const sampleValue = (name: string, type: string): unknown => {
  if (name === 'email') return 'ada@example.com'
  if (name === 'name') return 'production'
  if (type.includes('[]')) return []
  if (type.startsWith('integer') || type.startsWith('number')) return 1
  if (type.startsWith('boolean')) return true
  if (type.startsWith('object of')) return { DATABASE_URL: '…' }
  if (type.includes(' | ') && !type.includes('null')) return type.split(' | ')[0]
  return '…'
}

const sampleBody = (body: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(body.shape)
      .filter(([, field]) => !z.safeParse(field as z.ZodType, undefined).success)
      .map(([name, field]) => {
        const json = z.toJSONSchema(field as z.ZodType, { io: 'input', unrepresentable: 'any' })
        return [name, sampleValue(name, typeText(json))]
      }),
  )

/** Of POSIX: where a command is missing, curl drops the empty header. */
const randomKey = String.raw`od -An -N16 -tx1 /dev/urandom | tr -d ' \n'`

/** A curl command for a call, with secrets as shell variables. */
export function curlExample(call: Endpoint, origin: string): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '7')
  const query =
    call.query && 'left' in call.query.shape
      ? '?left=1&right=2'
      : call.name === 'inject'
        ? '?format=dotenv'
        : ''
  const token = tokens[call.audience]
  const auth =
    call.audience === 'api-key' ? `-H "X-API-Key: ${token}"` : token && `-H "Authorization: Bearer ${token}"`
  const body = call.body && JSON.stringify(sampleBody(call.body))
  const parts = [
    `curl -fsS${call.method === 'GET' ? '' : ` -X ${call.method}`}`,
    auth,
    call.vault && call.audience === 'session' && '-H "x-master-password: $MASTER_PASSWORD"',
    call.idempotency && `-H "${idempotencyHeader}: $(${randomKey})"`,
    body && '-H "Content-Type: application/json"',
    body && `-d '${body}'`,
    `"${origin}/api${path}${query}"`,
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

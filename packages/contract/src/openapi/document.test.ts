import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, errorsOf, successOf } from '../endpoint.ts'
import { errorCodes, errors } from '../errors.ts'
import { everyEndpoint } from '../every-endpoint.ts'
import { openApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly Json[]
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { schema?: Json; example?: unknown }> }
  readonly responses: Record<
    string,
    { readonly headers?: Json; readonly content?: Record<string, { schema?: Json; example?: unknown }> }
  >
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Record<
    'schemas' | 'responses' | 'headers' | 'examples' | 'securitySchemes',
    Record<string, Json>
  >
}

const document = openApiDocument({ url: 'http://localhost', version: '0' }) as unknown as Document
const operationOf = ({ path, method }: { path: string; method: string }) => {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is missing`)
  return operation
}

const walk = (value: unknown, see: (part: Json) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Json)
  for (const part of Object.values(value)) walk(part, see)
}
const refs: string[] = []
walk(document, ({ $ref }) => typeof $ref === 'string' && refs.push($ref))

test('every reference leads somewhere, and every component is used', () => {
  const named = Object.entries(document.components).flatMap(([kind, parts]) =>
    kind === 'securitySchemes' || kind === 'examples'
      ? []
      : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...new Set(refs)].filter((ref) => !ref.includes('/examples/')).toSorted()).toEqual(named.toSorted())
})

test('each error has its example', () => {
  expect(Object.keys(document.components.examples)).toEqual(errorCodes)
})

test('no two schemas are the same, and names are those of the product', () => {
  const { schemas } = document.components
  const byContent = Map.groupBy(Object.entries(schemas), ([, schema]) => JSON.stringify(schema))
  const same = [...byContent.values()].filter(({ length }) => length > 1)
  expect(same.map((group) => group.map(([name]) => name))).toEqual([])
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Error',
      'Project',
      'Environment',
      'ApiKey',
      'PersonalToken',
      'CreateProjectRequest',
    ]),
  )
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
})

test('an API key goes into one header', () => {
  const { securitySchemes } = document.components
  for (const call of everyEndpoint.filter(({ audience }) => audience === 'api-key'))
    expect(operationOf(call).security).toEqual([{ apiKey: [] }])
  expect(securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
  expect(Object.keys(securitySchemes)).toEqual(['session', 'personalToken', 'apiKey'])
})

test.each(everyEndpoint.map((call) => [call.name, call] as const))('%s is described', (_, call) => {
  const operation = operationOf(call)
  expect(operation.operationId).toBe(call.name)
  const { responses } = document.components
  for (const code of errorsOf(call)) {
    const ref = JSON.stringify(operation.responses[errors[code].status])
    const name = Object.keys(responses).find((name) => ref === `{"$ref":"#/components/responses/${name}"}`)
    expect(JSON.stringify(responses[name ?? '']), code).toContain(`"${code}"`)
  }
  const names = operation.parameters.map(({ name }) => name)
  expect(names.includes('Idempotency-Key')).toBe(call.idempotency !== undefined)
  const answer = operation.responses[successOf(call)]
  expect('Idempotency-Replayed' in (answer?.headers ?? {})).toBe(call.idempotency !== undefined)
  expect('ETag' in (answer?.headers ?? {})).toBe(call.conditional !== undefined)
  expect('RateLimit-Remaining' in (answer?.headers ?? {})).toBe(['user', 'api-key'].includes(call.audience))
})

/** What a client that is generated from the document accepts. */
function published(schema: Json | undefined) {
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
}

test.each(everyEndpoint.map((call) => [call.name, call] as const))(
  'the examples of %s are right',
  (_, call) => {
    const { requestBody, responses } = operationOf(call)
    if (call.body) {
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      expect(call.body.safeParse(example).error).toBeUndefined()
      expect(published(schema).safeParse(example).error).toBeUndefined()
    }
    if (call.output) {
      const { schema, example } = responses[successOf(call)]?.content?.['application/json'] ?? {}
      expect(call.output.safeParse(example).error).toBeUndefined()
      expect(published(schema).safeParse(example).error).toBeUndefined()
    }
  },
)

const base = {
  tag: 'Test',
  summary: 'Test.',
  output: z.object({ done: z.boolean() }),
  errors: [],
} as const
const cleanUp = endpoint('POST /cleanup', {
  ...base,
  name: 'cleanUp',
  audience: 'operator',
  operatorPermission: 'admin.cleanup',
  stepUp: 'always',
})
const webhook = endpoint('POST /webhook', {
  ...base,
  name: 'webhook',
  audience: 'webhook',
  rawBody: true,
  requestHeaders: ['webhook-id'],
})
const { output: _, ...withoutOutput } = base
const leading = endpoint('POST /leading', {
  ...withoutOutput,
  name: 'leading',
  audience: 'anyone',
  redirects: ['own-path'],
  success: 303,
})

test('says what operators, webhooks and redirects need', () => {
  const about = { url: '', version: '' }
  const { paths, components } = openApiDocument(about, [cleanUp, webhook, leading]) as unknown as Document
  const post = (path: string) => paths[path]?.post
  expect(post('/cleanup')).toMatchObject({
    security: [{ session: [] }],
    description: expect.stringMatching(/^Operators only\. Needs admin\.cleanup: .* last 10 minutes\.$/),
  })
  const forbidden = JSON.stringify(post('/cleanup')?.responses[403])
  expect(forbidden).toContain('ForbiddenOrStepUpRequired')
  expect(post('/webhook')).toMatchObject({
    security: [],
    parameters: [{ name: 'webhook-id', in: 'header' }],
    requestBody: { content: { '*/*': {} } },
  })
  const redirect = post('/leading')?.responses[303]
  expect(redirect?.headers).toHaveProperty('Location')
  expect(redirect?.content).toBeUndefined()
  expect(components.headers).toHaveProperty('Location')
})

import { z } from 'zod'
import type { Audience, Endpoint } from './endpoint.ts'
import { errorBody, errors } from './errors.ts'
import { everyEndpoint } from './every-endpoint.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const security: Record<Audience, Json[]> = {
  anyone: [],
  session: [{ session: [] }],
  user: [{ session: [] }, { personalToken: [] }],
  operator: [{ session: [] }],
  'api-key': [{ apiKey: [] }],
  webhook: [],
}

const headers = (call: Endpoint): Json[] => {
  const names = [
    ...(call.vault ? ['x-master-password'] : []),
    ...(call.conditional === 'read' ? ['If-None-Match'] : []),
    ...(call.conditional === 'write' ? ['If-Match'] : []),
  ]
  return names.map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }))
}

const parameters = (call: Endpoint): Json[] =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? call.params : call.query
    return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
      schema: schemaOf(field as z.ZodType, 'input'),
    }))
  })

const success = (call: Endpoint): Json => ({
  description: call.summary,
  content: call.output
    ? { 'application/json': { schema: schemaOf(call.output, 'output') } }
    : Object.fromEntries((call.produces ?? []).map((type) => [type, fileOf(type)])),
})

/** A file is text; of what is in one of JSON nothing more is said here than that. */
const fileOf = (type: string): Json =>
  type.startsWith('application/json') ? {} : { schema: { type: 'string' } }

const failures = (call: Endpoint): Json => {
  const byStatus = Map.groupBy(call.errors, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const operation = (call: Endpoint): Json => ({
  operationId: call.name,
  tags: [call.tag],
  summary: call.summary,
  security: security[call.audience],
  parameters: [...parameters(call), ...headers(call)],
  ...(call.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
    },
  }),
  responses: {
    [call.success]: success(call),
    ...(call.conditional === 'read' && {
      304: { description: 'Not changed since the version in If-None-Match.' },
    }),
    ...failures(call),
  },
})

const description = [
  'HEAD is answered wherever GET is, with the same headers and no body; a call that is recorded or counted is so for HEAD too.',
  'A query parameter that a call does not list is refused with 400.',
  'Without a valid credential a request body may hold 64 KiB, with one 2 MiB.',
].join(' ')

/** The OpenAPI 3.1 document of the whole API, made from the contract. */
export function openApiDocument(server: { url: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const call of everyEndpoint) {
    const path = paths[call.path] ?? {}
    path[call.method.toLowerCase()] = operation(call)
    paths[call.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Envhold',
      version: server.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${server.url}/api` }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'A session token (`ses_…`).' },
        personalToken: { type: 'http', scheme: 'bearer', description: 'A personal token (`ppt_…`).' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`pak_…`).' },
      },
    },
  }
}

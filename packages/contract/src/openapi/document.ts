import { z } from 'zod'
import { stepUpMinutes } from '../accounts/step-up.ts'
import { type Audience, type Endpoint, errorsOf, successOf } from '../endpoint.ts'
import { type ErrorCode, errorBody, errorCodes, errors } from '../errors.ts'
import { everyEndpoint } from '../every-endpoint.ts'
import { operatorPermissions, personalTokenPermissionDescriptions } from '../permissions.ts'
import { errorHeaders, headerComponents, headerParameters, successHeaders } from './headers.ts'
import { collectSchemas, exampleOf, type Json, type Schemas } from './schemas.ts'

const description = [
  'HEAD works wherever GET does and returns the same headers without a body. It is recorded and counted like GET.',
  'A query parameter that a call does not list is rejected with 400.',
  'A request body may have 2 MiB, and 64 KiB without a valid credential.',
  'Later versions may add fields to responses.',
].join(' ')

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'A session token (`ses_…`).' },
  personalToken: { type: 'http', scheme: 'bearer', description: 'A personal token (`ppt_…`).' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`pak_…`).' },
}

/** The OpenAPI 3.1 document of these calls, by default of the whole contract. */
export function openApiDocument(
  server: { url: string; version: string },
  calls: readonly Endpoint[] = everyEndpoint,
): Json {
  const paths: Record<string, Json> = {}
  const schemas = collectSchemas()
  const errorAnswers = collectErrorAnswers(schemas)
  for (const call of calls) {
    const path = paths[call.path] ?? {}
    path[call.method.toLowerCase()] = operationOf(call, schemas, errorAnswers)
    paths[call.path] = path
  }
  const used = JSON.stringify([paths, errorAnswers.components])
  const headers = Object.entries(headerComponents).filter(([name]) => used.includes(`/headers/${name}"`))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Envhold',
      version: server.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${server.url}/api` }],
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errorAnswers.components,
      headers: Object.fromEntries(headers),
      examples: errorExamples,
      securitySchemes,
    },
  }
}

const security: Readonly<Record<Audience, Json[]>> = {
  anyone: [],
  session: [{ session: [] }],
  user: [{ session: [] }, { personalToken: [] }],
  operator: [{ session: [] }],
  'api-key': [{ apiKey: [] }],
  webhook: [],
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const parameters = (call: Endpoint, schemas: Schemas): Json[] =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? call.params : call.query
    return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
      schema: schemas.inline(field as z.ZodType),
    }))
  })

const jsonContent = (schema: Json, schemas: Schemas): Json => ({
  'application/json': { schema, example: exampleOf(schema, schemas.components) },
})

/** A file is text. The content of a JSON file is not described further. */
const fileOf = (type: string): Json =>
  type.startsWith('application/json') ? {} : { schema: { type: 'string' } }

const contentOf = (call: Endpoint, schemas: Schemas): Json | undefined => {
  if (call.output) {
    const schema = schemas.refTo(call.output, 'output', `${capitalised(call.name)}Response`)
    return jsonContent(schema, schemas)
  }
  return call.produces && Object.fromEntries(call.produces.map((type) => [type, fileOf(type)]))
}

const success = (call: Endpoint, schemas: Schemas): Json => {
  const content = contentOf(call, schemas)
  return { description: call.summary, headers: successHeaders(call), ...(content && { content }) }
}

const requestBody = (call: Endpoint, schemas: Schemas): Json | undefined => {
  if (call.rawBody) return { required: true, content: { '*/*': {} } }
  if (!call.body) return undefined
  const schema = schemas.refTo(call.body, 'input', `${capitalised(call.name)}Request`)
  return { required: true, content: jsonContent(schema, schemas) }
}

const guards = (call: Endpoint): string | undefined => {
  const { permission, operatorPermission } = call
  const said = [
    permission && `A personal token needs ${permission}: ${personalTokenPermissionDescriptions[permission]}.`,
    operatorPermission &&
      `Operators only. Needs ${operatorPermission}: ${operatorPermissions[operatorPermission]}.`,
    call.stepUp && `A session needs a proof of who it belongs to from the last ${stepUpMinutes} minutes.`,
    call.audience === 'webhook' && 'Called by a provider, which signs the body.',
  ].filter(Boolean)
  return said.length > 0 ? said.join(' ') : undefined
}

/** One call of the contract as an operation. Collects the schemas and errors that it refers to. */
function operationOf(call: Endpoint, schemas: Schemas, errorAnswers: ErrorAnswers): Json {
  const description = guards(call)
  const body = requestBody(call, schemas)
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    ...(description && { description }),
    security: security[call.audience],
    parameters: [...parameters(call, schemas), ...headerParameters(call)],
    ...(body && { requestBody: body }),
    responses: {
      [successOf(call)]: success(call, schemas),
      ...(call.conditional === 'read' && {
        304: {
          description: 'Unchanged since the version in If-None-Match.',
          headers: successHeaders(call),
        },
      }),
      ...errorAnswers.refsFor(call),
    },
  }
}

/** The named error responses of a document. Calls with the same errors share them. */
interface ErrorAnswers {
  /** By status; `default` is for internal errors, which any call can return. */
  refsFor(call: Endpoint): Json
  readonly components: Readonly<Record<string, Json>>
}

/** An example of each error, by its code. */
const errorExamples: Readonly<Record<string, Json>> = Object.fromEntries(
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

function collectErrorAnswers(schemas: Schemas): ErrorAnswers {
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

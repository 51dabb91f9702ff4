import type { Endpoint } from '../endpoint.ts'
import { everyEndpoint } from '../every-endpoint.ts'
import { collectErrorAnswers, errorExamples } from './error-answers.ts'
import { headerComponents } from './headers.ts'
import { operationOf } from './operation.ts'
import { collectSchemas, type Json } from './schemas.ts'

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

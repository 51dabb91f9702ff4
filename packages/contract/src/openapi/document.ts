import type { Endpoint } from '../endpoint.ts'
import { everyEndpoint } from '../every-endpoint.ts'
import { collectErrorAnswers, errorExamples } from './error-answers.ts'
import { headerComponents } from './headers.ts'
import { operationOf } from './operation.ts'
import { collectSchemas, type Json } from './schemas.ts'

const description = [
  'HEAD is answered wherever GET is, with the same headers and no body; a call that is recorded or counted is so for HEAD too.',
  'A query parameter that a call does not list is refused with 400.',
  'Without a valid credential a request body may hold 64 KiB, with one 2 MiB.',
  'Answers may get more fields in later versions.',
].join(' ')

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'A session token (`ses_…`).' },
  personalToken: { type: 'http', scheme: 'bearer', description: 'A personal token (`ppt_…`).' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`pak_…`).' },
}

/** The OpenAPI 3.1 document of these calls, by default the whole API, made from the contract. */
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

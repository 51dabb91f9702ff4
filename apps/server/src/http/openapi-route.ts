import { openApiDocument } from '@envhold/contract/openapi/document.ts'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'

/** Serves the contract as an OpenAPI document, which is generated at the first request. */
export function serveOpenApi(server: FastifyInstance, url: string): void {
  let text: string | undefined
  server.route({
    method: ['GET', 'HEAD'],
    url: '/api/openapi.json',
    handler: async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument({ url, version }))
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
      return reply.send(text)
    },
  })
}

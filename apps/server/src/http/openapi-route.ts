import { openApiDocument } from '@envhold/contract/openapi/document.ts'
import type { FastifyInstance } from 'fastify'
import { version } from '../config/version.ts'
import { type CompressedText, compressText, sendCompressed } from './compressed-text.ts'

/** Serves the contract as an OpenAPI document, which is generated and compressed at the first request. */
export function serveOpenApi(server: FastifyInstance, url: string): void {
  let document: Promise<CompressedText> | undefined
  server.route({
    method: ['GET', 'HEAD'],
    url: '/api/openapi.json',
    handler: async (request, reply) => {
      document ??= compressText(JSON.stringify(openApiDocument({ url, version })))
      return sendCompressed(request, reply, await document, 'application/json; charset=utf-8')
    },
  })
}

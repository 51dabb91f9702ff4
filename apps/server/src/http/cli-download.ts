import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cliDownloads } from '@envhold/contract/pages/cli-download.ts'
import type { FastifyInstance } from 'fastify'
import { isKnownTag } from './entity-tag.ts'

/**
 * Serves the command line that was built with this server, and the SHA-256 of each file in the format of
 * `sha256sum --check`. A file that has not been built is not found.
 */
export function serveCliDownload(server: FastifyInstance, folder: string): void {
  for (const { path, type } of Object.values(cliDownloads)) {
    const name = basename(path)
    const file = join(folder, name)
    if (!existsSync(file)) continue
    const bytes = readFileSync(file)
    const digest = createHash('sha256').update(bytes).digest()
    const etag = `"${digest.toString('hex')}"`
    // RFC 9530.
    const headers = {
      etag,
      'cache-control': 'no-cache',
      'repr-digest': `sha-256=:${digest.toString('base64')}:`,
    }
    server.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => {
        reply.headers(headers).type(type)
        if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
        return reply.header('content-length', bytes.length).send(request.method === 'HEAD' ? '' : bytes)
      },
    })
    const sum = `${digest.toString('hex')}  ${name}\n`
    server.get(`${path}.sha256`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(sum),
    )
  }
}

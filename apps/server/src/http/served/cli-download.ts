import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cliDownloads } from '@envhold/contract/pages/cli-download.ts'
import { type Answer, getAndHead, type HttpRoute } from '../exchange.ts'
import { isKnownTag } from '../responses/entity-tag.ts'

/**
 * Serves the command line that was built with this server, and the SHA-256 of each file in the format of
 * `sha256sum --check`. A file that has not been built is not found.
 */
export const cliDownloadRoutes = (folder: string): HttpRoute[] =>
  Object.values(cliDownloads).flatMap(({ path, type }) => {
    const file = join(folder, basename(path))
    return existsSync(file) ? routesOf(path, type, readFileSync(file)) : []
  })

function routesOf(path: string, type: string, body: Buffer): HttpRoute[] {
  const digest = createHash('sha256').update(body).digest()
  const etag = `"${digest.toString('hex')}"`
  // RFC 9530.
  const headers = {
    etag,
    'cache-control': 'no-cache',
    'repr-digest': `sha-256=:${digest.toString('base64')}:`,
    'content-type': type,
  }
  const sum: Answer = {
    status: 200,
    headers: { 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' },
    body: `${digest.toString('hex')}  ${basename(path)}\n`,
  }
  return [
    {
      methods: getAndHead,
      path,
      handler: ({ headers: { ifNoneMatch } }) =>
        isKnownTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, body },
    },
    { methods: ['GET'], path: `${path}.sha256`, handler: () => sum },
  ]
}

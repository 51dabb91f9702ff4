import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { cliDownloads, fillServedFrom, servedFromSlot } from '@envhold/contract/pages/cli-download.ts'
import { getAndHead, type HttpRoute } from '../exchange.ts'
import { isKnownTag } from '../responses/entity-tag.ts'

/**
 * Serves the command line that was built with this server, which logs in here unless it is told otherwise, and the
 * SHA-256 of each file in the format of `sha256sum --check`. A file that has not been built is not found.
 * @param url of this server
 */
export const cliDownloadRoutes = (folder: string, url: string): HttpRoute[] =>
  Object.values(cliDownloads).flatMap(({ path, type }) => {
    const file = join(folder, basename(path))
    return existsSync(file)
      ? routesOf(
          path,
          type,
          onFirstCall(() => readDownload(file, url)),
        )
      : []
  })

const withUrl = (text: Buffer, url: string): Buffer =>
  Buffer.from(text.toString('latin1').replaceAll(servedFromSlot, fillServedFrom(url)), 'latin1')

/** A slot keeps its length, so that a tar archive stays valid. All nodes with the same URL get the same bytes. */
async function readDownload(file: string, url: string) {
  const built = await readFile(file)
  const body = file.endsWith('.tgz')
    ? await promisify(gzip)(withUrl(await promisify(gunzip)(built), url))
    : withUrl(built, url)
  return { body, digest: createHash('sha256').update(body).digest() }
}

type Download = Awaited<ReturnType<typeof readDownload>>

/** Keeps what the first call read. A start does not wait for it. */
function onFirstCall(read: () => Promise<Download>): () => Promise<Download> {
  let download: Promise<Download> | undefined
  return () => {
    download ??= read().catch((error: unknown) => {
      download = undefined
      throw error
    })
    return download
  }
}

function routesOf(path: string, type: string, read: () => Promise<Download>): HttpRoute[] {
  return [
    {
      methods: getAndHead,
      path,
      handler: async ({ headers: { ifNoneMatch } }) => {
        const { body, digest } = await read()
        const etag = `"${digest.toString('hex')}"`
        // RFC 9530.
        const headers = {
          etag,
          'cache-control': 'no-cache',
          'repr-digest': `sha-256=:${digest.toString('base64')}:`,
          'content-type': type,
        }
        return isKnownTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, body }
      },
    },
    {
      methods: ['GET'],
      path: `${path}.sha256`,
      handler: async () => ({
        status: 200,
        headers: { 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' },
        body: `${(await read()).digest.toString('hex')}  ${basename(path)}\n`,
      }),
    },
  ]
}

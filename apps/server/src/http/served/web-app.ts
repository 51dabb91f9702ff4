import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { AppError } from '../../app-error.ts'
import {
  type Answer,
  type Exchange,
  getAndHead,
  type Handler,
  type HttpRoute,
  type Served,
} from '../exchange.ts'
import type { Log } from '../log/log.ts'
import { encodingsFor } from '../responses/compressed-text.ts'
import { isKnownTag } from '../responses/entity-tag.ts'
import { isApi, isOperatorArea } from './is-api.ts'

const page = 'index.html'
const operatorPage = 'operator.html'
const forever = 'public, max-age=31536000, immutable'

/** Without the query, and without a fragment whose # a mail gateway has encoded: the page restores it. */
const pathOf = (url: string) => url.split(/\?|%(?:25)*23/, 1)[0] ?? ''
const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** The build names files below `assets` by the hash of their content. */
const isHashed = (file: string) => basename(dirname(file)) === 'assets'

/** A page of the web app has no dot in its last segment; `/logo.ico` or `/assets/x.js` would be a missing file. */
const isPage = ({ request: { method }, url }: Exchange) =>
  (method === 'GET' || method === 'HEAD') && !isApi(url) && !lastSegment(pathOf(url)).includes('.')

const notBuilt: Answer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The API is running, but the web app has not been built yet. Run: npm run build\n',
}

const extensions = { br: '.br', gzip: '.gz' } as const
const isServed = (file: string) => !/(^|\/)\.|\.(br|gz)$|^pages\//.test(file)

/** The built files, with `/` between folders. Public pages have slots, which `pages/` fills. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))

/** The types of what the build writes. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

export const typeOf = (file: string): string => types[extname(file)] ?? 'application/octet-stream'

/** Reads files of a folder, in the best encoding that was built and the client accepts. */
const createFileReader = (folder: string, files: readonly string[]) => {
  const built = new Set(files)
  return ({ request, headers: { ifNoneMatch } }: Exchange, file: string): Answer => {
    const encoding = encodingsFor(request).find((name) => built.has(file + extensions[name]))
    const path = join(folder, file + (encoding ? extensions[encoding] : ''))
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile()) throw new AppError('NOT_FOUND')
    const etag = `W/"${[stats.size.toString(16), Math.trunc(stats.mtimeMs).toString(16), encoding ?? ''].join('-')}"`
    const headers = { etag, 'cache-control': isHashed(file) ? forever : 'no-cache', vary: 'accept-encoding' }
    if (isKnownTag(ifNoneMatch, etag)) return { status: 304, headers }
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': typeOf(file),
        'content-length': String(stats.size),
        ...(encoding && { 'content-encoding': encoding }),
      },
      body: openWhenRead(path),
    }
  }
}

/** A response to HEAD does not read its body. */
async function* openWhenRead(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

/**
 * Serves the built web app: its files, the operator's page for `/admin` and everything below, and the app's page for
 * every path that is not a public page. Requests that match nothing else get NOT_FOUND.
 */
export function webAppRoutes(
  folder: string,
  log: Pick<Log, 'webAppMissing'>,
): Pick<Served, 'routes' | 'notFound'> {
  const built = [page, operatorPage].every((file) => existsSync(join(folder, file)))
  if (!built) log.webAppMissing(folder)
  const files = built ? filesIn(folder) : []
  const read = createFileReader(folder, files)
  const notFound: Handler = async (exchange) => {
    if (!isPage(exchange)) throw new AppError('NOT_FOUND')
    if (!built) return notBuilt
    // Whatever these pages show belongs to somebody.
    exchange.extraHeaders = { 'x-robots-tag': 'noindex' }
    return read(exchange, isOperatorArea(exchange.url) ? operatorPage : page)
  }
  // A route for each existing file: no other path reaches the file system.
  const routes = files.filter(isServed).map(
    (file): HttpRoute => ({
      methods: getAndHead,
      path: `/${file}`,
      handler: (exchange) => read(exchange, file),
    }),
  )
  return { routes, notFound }
}

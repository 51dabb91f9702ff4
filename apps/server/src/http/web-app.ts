import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isApi, isOperatorArea } from './is-api.ts'
import type { Log } from './log.ts'
import { sendError } from './send-error.ts'

const page = 'index.html'
const operatorPage = 'operator.html'
const forever = 'public, max-age=31536000, immutable'

/** Without the query, and without a fragment whose # a mail gateway has encoded: the page restores it. */
const pathOf = (url: string) => url.split(/\?|%(?:25)*23/, 1)[0] ?? ''
const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** The build names files below `assets` by the hash of their content. */
const isHashed = (file: string) => basename(dirname(file)) === 'assets'

/** A page of the web app has no dot in its last segment; `/favicon.ico` or `/assets/x.js` would be a missing file. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !isApi(url) && !lastSegment(pathOf(url)).includes('.')

const sayNotBuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('The API is running, but the web app has not been built yet. Run: npm run build\n')

/**
 * Serves the built web app: its files, the operator's page for `/admin` and everything below, and the app's page for
 * every path that is not a public page. Requests that match nothing else get NOT_FOUND.
 */
export function serveWebApp(server: FastifyInstance, folder: string, log: Pick<Log, 'webAppMissing'>): void {
  const built = [page, operatorPage].every((file) => existsSync(join(folder, file)))
  if (built)
    server.register(fastifyStatic, {
      root: folder,
      // A route for each existing file: no other path reaches the file system.
      wildcard: false,
      // Public pages have slots, which `pages/` fills.
      globIgnore: ['**/*.br', '**/*.gz', 'pages/**'],
      index: false,
      dotfiles: 'ignore',
      acceptRanges: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', isHashed(path) ? forever : 'no-cache')
      },
    })
  else log.webAppMissing(folder)

  server.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(reply, request.id, new AppError('NOT_FOUND'))
    if (!built) return sayNotBuilt(reply)
    // Whatever these pages show belongs to somebody.
    reply.header('x-robots-tag', 'noindex')
    return reply.sendFile(isOperatorArea(pathOf(request.url)) ? operatorPage : page)
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, FilledPage } from './cached-page.ts'

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name, weight = ''] = part.split(';', 2)
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

const encodingFor = (header = ''): Encoding => {
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : 'identity'
}

/** Sends a page in the best encoding that the client accepts; clients revalidate it each time. */
export function sendPage(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { bodies, digest }: FilledPage,
): FastifyReply {
  const encoding = encodingFor(String(headers['accept-encoding'] ?? ''))
  const etag = `"${digest}-${encoding}"`
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const body = bodies[encoding]
  return reply
    .type('text/html; charset=utf-8')
    .header('content-length', body.length)
    .send(method === 'HEAD' ? '' : body)
}

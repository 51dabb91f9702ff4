import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownTag } from './entity-tag.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A text that many clients get, in each encoding. */
export interface CompressedText {
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  /** Of the text, whatever its encoding. */
  readonly digest: string
}

const digestLength = 22
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export async function compressText(text: string): Promise<CompressedText> {
  const bytes = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, brotli), promisify(gzip)(bytes)])
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, digestLength)
  return { bodies: { br, gzip: gz, identity: bytes }, digest }
}

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name, weight = ''] = part.split(';', 2)
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

const encodingFor = (header = ''): Encoding => {
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : 'identity'
}

/** Sends a text in the best encoding that the client accepts; clients revalidate it each time. */
export function sendCompressed(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { bodies, digest }: CompressedText,
  type: string,
): FastifyReply {
  const encoding = encodingFor(String(headers['accept-encoding'] ?? ''))
  const etag = `"${digest}-${encoding}"`
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (isKnownTag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const body = bodies[encoding]
  return reply
    .type(type)
    .header('content-length', body.length)
    .send(method === 'HEAD' ? '' : body)
}

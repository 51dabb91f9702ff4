import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from '../exchange.ts'
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

/** The encodings that a client accepts, the best first. */
export const encodingsFor = ({ headers }: IncomingMessage): Exclude<Encoding, 'identity'>[] => {
  const header = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).filter((encoding) => accepts(header, encoding))
}

/** A text in the best encoding that the client accepts; clients revalidate it each time. */
export function compressedAnswer(
  request: IncomingMessage,
  { bodies, digest }: CompressedText,
  type: string,
): Answer {
  const [encoding = 'identity'] = encodingsFor(request)
  const etag = `"${digest}-${encoding}"`
  const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  if (isKnownTag(request.headers['if-none-match'], etag)) return { status: 304, headers }
  const encoded = encoding !== 'identity' && { 'content-encoding': encoding }
  return { status: 200, headers: { ...headers, ...encoded, 'content-type': type }, body: bodies[encoding] }
}

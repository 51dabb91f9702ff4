import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fillPage, type SlotValues } from '@envhold/contract/page-slots.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface FilledPage {
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  /** Of the text, whatever its encoding. */
  readonly digest: string
}

const digestLength = 22
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function fill(html: string, origin: string, values: SlotValues): Promise<FilledPage> {
  const text = Buffer.from(fillPage(html, origin, values))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text, brotli), promisify(gzip)(text)])
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, digestLength)
  return { bodies: { br, gzip: gz, identity: text }, digest }
}

/** Fills a page, and compresses it, again only when its values have changed. */
export function cachedPage(html: string, origin: string): (values: SlotValues) => Promise<FilledPage> {
  let last: { readonly key: string; readonly filled: Promise<FilledPage> } | undefined
  return (values) => {
    const key = JSON.stringify(values)
    if (last?.key !== key) last = { key, filled: fill(html, origin, values) }
    return last.filled
  }
}

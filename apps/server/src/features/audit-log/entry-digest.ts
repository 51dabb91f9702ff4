import { hash } from 'node:crypto'

type Part = string | number | null

/** A field as text that tells its type and where it ends, so that no two lists of fields make the same text. */
const framed = (part: Part) => {
  if (part === null) return '-;'
  return typeof part === 'number' ? `${part};` : `${part.length}:${part};`
}

/** SHA-256 of an entry's fields, which its chain vouches for. */
export function entryDigest(parts: readonly Part[]): Uint8Array {
  let text = ''
  for (const part of parts) text += framed(part)
  return hash('sha256', text, 'buffer')
}

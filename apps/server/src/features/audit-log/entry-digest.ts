import { hash } from 'node:crypto'

type Part = string | number | null

/** A field as text that includes its type and length, so that no two lists of fields give the same text. */
const framed = (part: Part) => {
  if (part === null) return '-;'
  return typeof part === 'number' ? `${part};` : `${part.length}:${part};`
}

/** SHA-256 of an entry's fields, which its chain covers. */
export function entryDigest(parts: readonly Part[]): Uint8Array {
  let text = ''
  for (const part of parts) text += framed(part)
  return hash('sha256', text, 'buffer')
}

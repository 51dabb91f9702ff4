import { hash } from 'node:crypto'

type Field = string | number | null

/** Encodes a field as text with its type and length, so that no two lists of fields encode to the same text. */
const frame = (field: Field) => {
  if (field === null) return '-;'
  return typeof field === 'number' ? `${field};` : `${field.length}:${field};`
}

/** SHA-256 of an entry's fields, which the chains before those of projects and accounts authenticated. */
export function entryDigest(fields: readonly Field[]): Uint8Array {
  let text = ''
  for (const part of fields) text += frame(part)
  return hash('sha256', text, 'buffer')
}

type Part = string | number | null

const header = 5

/**
 * The bytes of an entry that its chain vouches for: for each field one byte of type (0 nothing, 1 number, 2 text), its
 * length in four bytes, and its text. No two lists of fields share their bytes.
 */
export function entryBytes(parts: readonly Part[]): Uint8Array {
  const texts = parts.map((part) => (part === null ? '' : String(part)))
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const out = Buffer.alloc(lengths.reduce((sum, length) => sum + header + length, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    const part = parts[index]
    at = out.writeUInt8(part === null ? 0 : typeof part === 'number' ? 1 : 2, at)
    at = out.writeUInt32BE(lengths[index] ?? 0, at)
    at += out.write(text, at)
  }
  return out
}

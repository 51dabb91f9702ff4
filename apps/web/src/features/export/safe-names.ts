/** Bytes of UTF-8: file systems allow 255, and unpacking may add a path or a number. */
const maxBytes = 200
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** The beginning of a text that fits into this many bytes, without half a character at its end. */
function fitInto(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

/** Windows drops dots and spaces at the end of a name. */
function withoutDotsAtEnd(name: string): string {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

/** A name that every file system accepts and that cannot leave its folder: `../` and a hidden `.git` become others. */
function safeName(name: string, fallback: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+/, '')
    .replace(/^[-~]/, '_')
    .trimEnd()
  const [stem = '', ...rest] = safe.split('.')
  if (reservedOnWindows.test(stem.trimEnd())) return [`${stem.trimEnd()}_`, ...rest].join('.')
  return safe === '' ? fallback : safe
}

export interface SafeNames {
  /** The name of a file or folder, which no earlier one has: not even in other letters, large or small. */
  take(name: string, extension?: string): string
}

/** The names in one folder. */
export function createSafeNames(fallback: string, taken: readonly string[] = []): SafeNames {
  const known = new Set(taken.map((name) => name.toLowerCase()))
  return {
    take(name, extension = '') {
      const safe = safeName(name, fallback)
      for (let copy = 1; ; copy++) {
        const end = (copy === 1 ? '' : ` (${copy})`) + extension
        const start = fitInto(safe, maxBytes - bytesOf(end))
        const whole = end === '' ? withoutDotsAtEnd(start) || fallback : start + end
        const key = whole.toLowerCase()
        if (known.has(key)) continue
        known.add(key)
        return whole
      }
    },
  }
}

import { eachText, type Reader } from './reader.ts'

/** Port of godotenv's parser, with an empty environment. */
export const godotenv: Reader = {
  name: 'godotenv',
  dialect: 'go',
  kind: 'port',
  version: '1.5.1',
  read: eachText(readGodotenv),
}

const spaces = '\\t\\v\\f\\r \\u0085\\u00a0'
const header = new RegExp(
  `^[${spaces}]*(?:export[${spaces}]+)?([\\p{L}\\p{N}_.${spaces}]*?)[=:][${spaces}]*`,
  'u',
)

function readGodotenv(text: string): Map<string, string> {
  const read = new Map<string, string>()
  let rest = text.replaceAll('\r\n', '\n')
  while (true) {
    rest = rest.replace(/^(?:[\s\u0085]|#.*)*/u, '')
    if (rest === '') return read
    const name = header.exec(rest)
    if (name === null) throw new Error('unexpected character in a variable name')
    rest = rest.slice(name[0].length)
    const end = quotedEnd(rest)
    const raw = end === undefined ? (/^[^\n\r]*/.exec(rest)?.[0] ?? '') : rest.slice(0, end)
    read.set((name[1] ?? '').trim(), end === undefined ? bare(raw, read) : quoted(raw, read))
    rest = rest.slice(end === undefined ? raw.length : end + 1)
  }
}

/** The position of the closing quote; undefined for a value without quotes. */
function quotedEnd(text: string): number | undefined {
  const quote = text[0]
  if (quote !== "'" && quote !== '"') return undefined
  for (let index = text.indexOf(quote, 1); index >= 0; index = text.indexOf(quote, index + 1)) {
    if (text[index - 1] !== '\\') return index
  }
  throw new Error('the quote is not closed')
}

function bare(line: string, read: ReadonlyMap<string, string>): string {
  const comment = Math.max(
    ...Array.from(line.matchAll(new RegExp(`[${spaces}]#`, 'gu')), ({ index }) => index),
    -1,
  )
  const value = comment < 0 ? line : line.slice(0, comment)
  return expand(value.replace(new RegExp(`^[${spaces}]+|[${spaces}]+$`, 'gu'), ''), read)
}

function quoted(raw: string, read: ReadonlyMap<string, string>): string {
  const quote = raw[0] ?? ''
  const value = raw.replace(new RegExp(`^${quote}+|${quote}+$`, 'g'), '')
  if (quote === "'") return value
  const ends: Readonly<Record<string, string>> = { n: '\n', r: '\r' }
  const unescaped = value
    .replaceAll(/\\(.)/gu, (whole, letter: string) => ends[letter] ?? whole)
    .replaceAll(/\\([^$])/gu, '$1')
  return expand(unescaped, read)
}

function expand(value: string, read: ReadonlyMap<string, string>): string {
  return value.replaceAll(/(\\)?\$\(?\{?([A-Z0-9_]+)?\}?/g, (whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return whole.slice(1)
    return name === undefined ? whole : (read.get(name) ?? '')
  })
}

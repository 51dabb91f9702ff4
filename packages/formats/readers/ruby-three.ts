import { eachText, type Reader } from './reader.ts'

/** Port of ruby dotenv 3's parser, with an empty environment; a command that it would execute makes it fail. */
export const rubyThree: Reader = {
  name: 'ruby dotenv 3',
  dialect: 'ruby',
  kind: 'port',
  version: '3.1',
  read: eachText(readRubyDotenv),
}

const line =
  /^[ \t\r\n\f\v]*(?:export[ \t\r\n\f\v]+)?([\p{L}\p{N}_.]+)(?:[ \t\r\n\f\v]*=[ \t\r\n\f\v]*?|:[ \t\r\n\f\v]+?)([ \t\r\n\f\v]*'(?:\\'|[^'])*'|[ \t\r\n\f\v]*"(?:\\"|[^"])*"|[^#\r\n]+)?[ \t\r\n\f\v]*(?:#[^\n]*)?(?=\n|$)/u

function readRubyDotenv(text: string): Map<string, string> {
  const read = new Map<string, string>()
  const unified = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  for (let index = 0; index < unified.length; ) {
    const match = line.exec(unified.slice(index))
    if (match !== null) {
      read.set(match[1] ?? '', readValue(match[2] ?? '', read))
      index += match[0].length
    }
    const end = unified.indexOf('\n', index)
    index = end < 0 ? unified.length : end + 1
  }
  return read
}

function readValue(raw: string, read: ReadonlyMap<string, string>): string {
  const trimmed = raw.replace(/^[ \t\r\n\f\v\0]+|[ \t\r\n\f\v\0]+$/g, '')
  const quoted = /^(['"])([\s\S]*)\1$/.exec(trimmed)
  const value = quoted?.[2] ?? trimmed
  if (quoted?.[1] === "'") return value
  const kept = quoted === null ? value : value.replaceAll('\\n', '\\\\n').replaceAll('\\r', '\\\\r')
  const unescaped = kept.replaceAll(/\\([^$])/g, '$1')
  return runCommands(expandNames(unescaped, read))
}

function expandNames(value: string, read: ReadonlyMap<string, string>): string {
  return value.replaceAll(/(\\)?\$(?!\()\{?([A-Z0-9_]+)?\}?/gi, (whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return whole.slice(1)
    return name === undefined ? whole : (read.get(name) ?? '')
  })
}

function runCommands(value: string): string {
  return value.replaceAll(/(\\)?\$\([^()]+\)/g, (whole, escaped?: string) => {
    if (escaped === undefined) throw new Error('it would execute a command')
    return whole.slice(1)
  })
}

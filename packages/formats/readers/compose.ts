import { eachText, type Reader } from './reader.ts'

/** Port of Docker Compose's own dotenv reader (compose-go 2, dotenv and template), with an empty environment. */
export const compose: Reader = {
  name: 'docker compose',
  dialect: 'compose',
  kind: 'port',
  version: 'compose-go 2.13',
  read: eachText(readComposeEnvFile),
}

function readComposeEnvFile(text: string): Map<string, string> {
  const read = new Map<string, string>()
  let rest = text.replace(/^\uFEFF/, '')
  while (true) {
    rest = rest.replace(/^(?:\p{White_Space}|#.*)*/u, '')
    if (rest === '') return read
    const name =
      /^(?:export[\t\v\f\r \u0085\u00a0]+)?([\p{L}\p{N}_.\-[\]\t\v\f\r \u0085\u00a0]*?)([=:\n])/u.exec(rest)
    if (name === null) throw new Error('unexpected character in a variable name')
    const key = (name[1] ?? '').trim()
    if (key.includes(' ')) throw new Error('a name cannot hold a space')
    rest = rest.slice(name[0].length)
    if (name[2] === '\n') continue
    const value = readValue(rest.replace(/^[\t\v\f\r \u0085\u00a0]+/, ''), read)
    read.set(key, value.value)
    rest = value.rest
  }
}

type Value = { value: string; rest: string }

function readValue(text: string, read: ReadonlyMap<string, string>): Value {
  const quote = text[0]
  if (quote !== "'" && quote !== '"') {
    const end = text.indexOf('\n')
    const line = end < 0 ? text : text.slice(0, end)
    const value = (line.split(' #')[0] ?? '').replace(/\p{White_Space}+$/u, '')
    return { value: substitute(value, read), rest: end < 0 ? '' : text.slice(end + 1) }
  }
  const quoted = readQuoted(text, quote)
  return quote === "'" ? quoted : { ...quoted, value: substitute(expandEscapes(quoted.value), read) }
}

/** Up to the closing quote: `\` before a quote is dropped, before anything else it stays. */
function readQuoted(text: string, quote: string): Value {
  let value = ''
  for (let index = 1; index < text.length; index++) {
    const character = text[index]
    if (character === quote) return { value, rest: text.slice(index + 1) }
    if (character === '\\' && index + 1 < text.length) {
      index += 1
      value += text[index] === quote ? quote : `\\${text[index]}`
    } else {
      value += character
    }
  }
  throw new Error('unterminated quoted value')
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\',
  $: '$$',
}

function expandEscapes(text: string): string {
  return text.replaceAll(/\\([abcfnrtv$"\\]|0\d{0,3})/g, (whole, escaped: string) => {
    if (!escaped.startsWith('0')) return escapes[escaped] ?? whole
    const octal = escaped.slice(1)
    return /^[0-3][0-7]{2}$/.test(octal) ? String.fromCharCode(Number.parseInt(octal, 8)) : whole
  })
}

/**
 * The part of Compose's template syntax that a text can use: `$$`, `$NAME`, `${NAME}`, `${NAME:-default}`; the rest
 * fails.
 */
function substitute(text: string, read: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$(?:(\$)|([_a-z][_a-z0-9]*)|\{([_a-z][_a-z0-9]*)(?::?-([^}]*))?\})?/gi,
    (_, dollar?: string, named?: string, braced?: string, fallback?: string) => {
      if (dollar !== undefined) return '$'
      const name = named ?? braced
      if (name === undefined) throw new Error('invalid template')
      return read.get(name) ?? fallback ?? ''
    },
  )
}

import { isBare, type Writing } from './writing.ts'

/**
 * For python-dotenv, from 0.21 on. Its quotes unescape (`\\` and the quote in single ones, `\r` too in double ones), but
 * it then expands `${…}` wherever it stands, and nothing stops it; and before 1.2 it takes `\\'` at the end for an escaped quote.
 */
export function writePython(value: string): Writing {
  if (holdsReference(value)) {
    return { problem: 'python-dotenv expands a reference in braces in any kind of quotes' }
  }
  if (isBare(value)) return { text: value }
  if (value.endsWith('\\')) {
    return standsUnquoted(value)
      ? { text: value }
      : { problem: 'python-dotenv cannot end a quoted value in a backslash' }
  }
  if (!value.includes('\r')) return { text: `'${value.replaceAll(/[\\']/g, '\\$&')}'` }
  return { text: `"${value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\r', '\\r')}"` }
}

/**
 * Whether python-dotenv sees `${name}` or `${name:-default}`: any name without `:` and `}`, even an empty one. Looked for piece by
 * piece, since a regular expression takes quadratic time over a value that is nothing but `${`.
 */
function holdsReference(value: string): boolean {
  return value
    .split('}')
    .slice(0, -1)
    .some((beforeBrace) => {
      const parts = beforeBrace.split(':')
      return parts.some((part, index) => part.includes('${') && (parts[index + 1]?.startsWith('-') ?? true))
    })
}

/** Whether python-dotenv takes `value` as it is without quotes; kept to ASCII, where its idea of a space is ours. */
function standsUnquoted(value: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^['"#]|\s#/.test(value)
}

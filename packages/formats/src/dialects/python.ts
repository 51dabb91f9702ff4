import { isBare, type Writing } from './writing.ts'

/**
 * For python-dotenv, from 0.21. Its quotes unescape (`\\` and the quote in single ones, `\r` too in double ones), but
 * then it expands `${…}` everywhere, and nothing prevents it; before 1.2 it reads `\\'` at the end as an escaped
 * quote.
 */
export function writePython(value: string): Writing {
  if (holdsReference(value)) {
    return { problem: 'python-dotenv expands a reference in braces in any kind of quotes' }
  }
  if (isBare(value)) return { text: value }
  if (value.endsWith('\\')) {
    return standsUnquoted(value)
      ? { text: value }
      : { problem: 'python-dotenv cannot end a quoted value with a backslash' }
  }
  if (!value.includes('\r')) return { text: `'${value.replaceAll(/[\\']/g, '\\$&')}'` }
  return { text: `"${value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\r', '\\r')}"` }
}

/**
 * Whether python-dotenv sees `${name}` or `${name:-default}`: any name without `:` and `}`, even an empty one. The
 * search goes piece by piece, because a regular expression takes quadratic time on a value of only `${`.
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

/**
 * Whether python-dotenv reads `value` unchanged without quotes; limited to ASCII, where its definition of a space
 * equals ours.
 */
function standsUnquoted(value: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^['"#]|\s#/.test(value)
}

import { between, isBare, type Writing } from './writing.ts'

/**
 * For godotenv, from 1.5. Single quotes change nothing, but end at the first `'` and cannot follow a backslash;
 * double quotes support `\\`, `\"`, `\$`, `\n` and `\r`, and lose a quote at the end of the value. Without quotes a
 * `$NAME` is expanded unless a backslash precedes it.
 */
export function writeGo(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (!/['\r]|\\$/.test(value)) return { text: `'${value}'` }
  if (!/["\\]$/.test(value)) {
    return { text: `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll('\r', '\\r')}"` }
  }
  // Without quotes godotenv trims, ends the value at ` #` or a line break, and supports only the escape `\$`.
  if (/^['"#]|[\n\r]|[\s\u0085]#|^[\s\u0085]|[\s\u0085]$/.test(value)) {
    return { problem: 'godotenv loses a quote or backslash at the end of a value that needs double quotes' }
  }
  return { text: value.replaceAll('$', '\\$') }
}

/**
 * For vlucas/phpdotenv, from 4 (Laravel 7 and newer). Its double quotes support `\\`, `\"`, `\$`, `\n` and `\r`, so
 * that each value stays on one line; its single quotes cannot hold every value that looks like the start of another.
 * Holds every value.
 */
export function writePhp(value: string): Writing {
  if (isBare(value)) return { text: value }
  const escaped = value
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return { text: `"${escaped}"` }
}

/**
 * For ruby dotenv, from 2.4: single quotes, where it changes nothing. A value with a single quote is written in
 * double quotes, where it drops a backslash before any character, and expands `$NAME` and executes `$(…)` unless a
 * backslash precedes them. `\n` and `\r` mean a line break up to 2.7 and themselves from 3.0, so neither is ever
 * written.
 */
export function writeRuby(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (value.includes('\r')) return { problem: 'ruby dotenv cannot hold a carriage return' }
  const warning = value.includes('\n') ? lineBreaks : undefined
  if (!value.includes("'")) return between("'", value, warning)
  if (/\\[nr]|\\$|\$\(/.test(value)) {
    return { problem: 'ruby dotenv cannot hold \\n, \\r, $( or a trailing backslash beside a single quote' }
  }
  return {
    text: `"${value.replaceAll(/[\\"$]/g, '\\$&')}"`,
    ...(warning === undefined ? {} : { warning }),
  }
}

const lineBreaks = 'ruby dotenv older than 2.7.3 cannot read the line breaks in this value'

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

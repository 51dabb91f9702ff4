import { isBare, type Writing } from './writing.ts'

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

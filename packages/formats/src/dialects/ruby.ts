import { between, isBare, type Writing } from './writing.ts'

/**
 * For ruby dotenv, from 2.4 on: single quotes, where it changes nothing; for a value with a single quote double ones, where
 * it drops a backslash before any character, expands `$NAME` and runs `$(…)` unless a backslash stands before.
 * `\n` and `\r` mean a line end up to 2.7 and themselves from 3.0 on, so neither is ever written.
 */
export function writeRuby(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (value.includes('\r')) return { problem: 'ruby dotenv cannot carry a carriage return' }
  const warning = value.includes('\n') ? lineBreaks : undefined
  if (!value.includes("'")) return between("'", value, warning)
  if (/\\[nr]|\\$|\$\(/.test(value)) {
    return { problem: 'ruby dotenv cannot carry \\n, \\r, $( or a last backslash beside a single quote' }
  }
  return {
    text: `"${value.replaceAll(/[\\"$]/g, '\\$&')}"`,
    ...(warning === undefined ? {} : { warning }),
  }
}

const lineBreaks = 'ruby dotenv older than 2.7.3 cannot read the line breaks in this value'

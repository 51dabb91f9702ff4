import { between, isBare, type Writing } from './writing.ts'

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

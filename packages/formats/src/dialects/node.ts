import { between, isBare, type Quote, type Writing } from './writing.ts'

/**
 * For npm dotenv (both of its parsers) and Node's own `--env-file`. Neither unescapes anything but `\n` and `\r` in
 * double quotes (Node: `\n` only), so a value is written in quotes that it does not contain, or bare if it contains
 * all three.
 */
export function writeNode(value: string, key: string): Writing {
  if (key === '__proto__') return { problem: 'npm dotenv loses a variable of this name' }
  if (isBare(value)) return { text: value }
  return value.includes('\r') ? writeCarriageReturns(value) : writeLiterally(value)
}

function writeLiterally(value: string): Writing {
  const quote = quotes.find((candidate) => {
    if (value.includes(candidate)) return false
    return candidate !== '"' || !/\\[nr]/.test(value)
  })
  const warning = quote !== "'" && /[\\$]/.test(value) ? expanding : undefined
  if (quote !== undefined) return between(quote, value, warning)
  if (standsUnquoted(value)) return { text: value, ...(warning === undefined ? {} : { warning }) }
  return { problem: 'the value contains all three kinds of quotes, and a #, a line break or outer spaces' }
}

/** A raw CR is a line break for every reader of this dialect; `\r` in double quotes is one for npm dotenv only. */
function writeCarriageReturns(value: string): Writing {
  if (/"|\\[nr]/.test(value)) {
    return { problem: 'a carriage return needs double quotes, and the value contains ", \\n or \\r' }
  }
  return between(
    '"',
    value.replaceAll('\r', '\\r'),
    "Node's own --env-file cannot read the carriage return in this value",
  )
}

/** Whether npm dotenv and Node read `value` unchanged without quotes: one line, no `#`, no outer spaces or quotes. */
function standsUnquoted(value: string): boolean {
  return !/[#\n\r\u2028\u2029]/.test(value) && !/^['"`]/.test(value) && value.trim() === value
}

const expanding = 'dotenvx may expand the $ or the backslash in this value'

const quotes: readonly Quote[] = ["'", '"', '`']

/**
 * For `@next/env` from 14, and for dotenv-expand if no value contains `$(` (or, in 11, `\$`): npm dotenv's text with
 * each `$` as `\$`, because both expand `$NAME` in every kind of quotes and then turn `\$` into `$`. In these readers
 * a variable that the process already has overrides the file.
 */
export function writeNext(value: string, key: string): Writing {
  const written = writeNode(value.replaceAll('$', '\\$'), key)
  if ('problem' in written) return written
  if (value.includes('$(')) {
    return {
      ...written,
      warning: 'dotenv-expand 1000 and newer executes the $(…) in this value; @next/env does not',
    }
  }
  return value.includes('\\$')
    ? {
        ...written,
        warning: 'dotenv-expand 11 drops the backslash before $ in this value; @next/env does not',
      }
    : written
}

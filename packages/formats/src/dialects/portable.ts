import { bashReservedNames } from './bash.ts'
import { between, isBare, type Writing } from './writing.ts'

/**
 * The portable rule, for texts written without a dialect: (1) bare, (2) single quotes, (3) double quotes, where every
 * common reader agrees; (4) otherwise any form that npm dotenv and bash both read exactly, with a warning. Rejected
 * if there is none. For `docker --env-file`, which does not support quotes, only (1) works.
 */
export function writePortable(value: string, key: string): Writing {
  if (key === '__proto__') return { problem: 'npm dotenv loses a variable of this name' }
  const written = writeValue(value)
  if (!bashReservedNames.has(key) || 'problem' in written) return written
  return { ...written, warning: 'bash reserves this name and ignores the value' }
}

function writeValue(value: string): Writing {
  if (isBare(value)) return { text: value }
  const strange = /\p{Noncharacter_Code_Point}/u.test(value) ? noncharacter : undefined
  if (!/'|\$\{|\\\\|\\$|\r/.test(value)) {
    return between("'", value, value.includes('$') ? expanding : strange)
  }
  if (!/["\\$`\r]/.test(value)) return between('"', value, strange)
  return writeForDotenvAndBash(value)
}

/** Rule 4 without a dialect. */
function writeForDotenvAndBash(value: string): Writing {
  if (value.includes('\r')) return unwritable
  if (!value.includes("'")) {
    const dollar = value.includes('${') ? expandingBraces : expanding
    const warning = value.includes('$') ? dollar : backslashes
    return between("'", value, warning)
  }
  // Within double quotes bash drops a backslash before ", \, $, ` and a newline, and may drop a DEL after one; npm
  // dotenv reads \n and \r as line breaks.
  if (!/["$`]|\\[nr\\\n\x7F]|\\$/.test(value)) return between('"', value, backslashes)
  return unwritable
}

const expanding = '@next/env and dotenv-expand may expand the $ in this value: choose a dialect for them'
const expandingBraces =
  'python, @next/env and dotenv-expand may expand the $ in this value: choose a dialect for them'
const backslashes = 'some readers treat a backslash in this value as an escape: choose a dialect for them'
const noncharacter = 'systemd rejects this value, because it contains a Unicode noncharacter'
const unwritable: Writing = { problem: 'no single text is read exactly by both npm dotenv and bash' }

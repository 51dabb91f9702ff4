import { bashReservedNames } from './bash.ts'
import { between, isBare, type Writing } from './writing.ts'

/**
 * The portable rule, for texts written without a dialect: (1) bare, (2) single quotes, (3) double quotes, where every
 * common reader agrees; (4) else whatever both npm dotenv and bash read exactly, with a warning. Refused when the two
 * cannot be satisfied by one text. `docker --env-file`, which knows no quotes, is served by (1) only.
 */
export function writePortable(value: string, key: string): Writing {
  if (key === '__proto__') return { problem: 'npm dotenv loses a variable of this name' }
  const written = writeValue(value)
  if (!bashReservedNames.has(key) || 'problem' in written) return written
  return { ...written, warning: 'bash keeps this name for itself and ignores the value' }
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
  if (!value.includes("'")) return between("'", value, value.includes('$') ? expanding : backslashes)
  // Within double quotes bash drops a backslash before ", \, $, ` and a newline; npm dotenv reads \n and \r as line ends.
  if (!/["$`]|\\[nr\\\n]|\\$/.test(value)) return between('"', value, backslashes)
  return unwritable
}

const expanding =
  'python, @next/env and dotenv-expand may expand the $ in this value: name a dialect for them'
const backslashes = 'some readers take a backslash in this value for an escape: name a dialect for them'
const noncharacter = 'systemd refuses a Unicode noncharacter, which this value holds'
const unwritable: Writing = { problem: 'no one text is read exactly by both npm dotenv and bash' }

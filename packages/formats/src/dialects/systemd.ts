import { isBare, type Writing } from './writing.ts'

/**
 * For systemd's `EnvironmentFile=`: double quotes with a backslash before `"`, `\`, `$` and backtick, as in a shell,
 * which can read the same text; a raw line break or CR is unchanged. Holds every value except those with a Unicode
 * noncharacter, which systemd rejects as invalid UTF-8.
 */
export function writeSystemd(value: string): Writing {
  if (/\p{Noncharacter_Code_Point}/u.test(value)) return { problem: 'systemd rejects a Unicode noncharacter' }
  if (isBare(value)) return { text: value }
  return { text: `"${value.replaceAll(/["\\$`]/g, '\\$&')}"` }
}

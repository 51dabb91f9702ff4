import { isBare, type Writing } from './writing.ts'

/**
 * For systemd's `EnvironmentFile=`: double quotes with a backslash before `"`, `\`, `$` and backtick, as in a shell, which
 * can read the same text; a raw line end or CR is kept. Carries every value but those with a Unicode noncharacter, which
 * systemd refuses as bad UTF-8.
 */
export function writeSystemd(value: string): Writing {
  if (/\p{Noncharacter_Code_Point}/u.test(value)) return { problem: 'systemd refuses a Unicode noncharacter' }
  if (isBare(value)) return { text: value }
  return { text: `"${value.replaceAll(/["\\$`]/g, '\\$&')}"` }
}

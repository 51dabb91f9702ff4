import { isBare, type Writing } from './writing.ts'

/**
 * For Docker Compose (`env_file:` and `.env`), whose double quotes support `\\`, `\"`, `\$`, `\n` and `\r`; single
 * quotes are used where the value has no quote, backslash or CR. Holds every value.
 */
export function writeCompose(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (!/['\\\r]/.test(value)) return { text: `'${value}'` }
  return { text: `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll('\r', '\\r')}"` }
}

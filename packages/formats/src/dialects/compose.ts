import { isBare, type Writing } from './writing.ts'

/**
 * For Docker Compose (`env_file:` and `.env`), whose double quotes know `\\`, `\"`, `\$`, `\n` and `\r`; single quotes
 * serve what holds no quote, backslash or CR. Carries every value.
 */
export function writeCompose(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (!/['\\\r]/.test(value)) return { text: `'${value}'` }
  return { text: `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll('\r', '\\r')}"` }
}

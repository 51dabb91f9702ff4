import { isBare, type Writing } from './writing.ts'

/**
 * For `docker run --env-file`: the rest of the line, unchanged. There are no quotes and no escapes, so it can hold
 * neither a line break nor a line of 64 KiB, which the reader rejects.
 */
export function writeDocker(value: string, key: string): Writing {
  if (value.includes('\n')) return { problem: 'docker --env-file cannot hold a line break' }
  if (value.endsWith('\r')) return { problem: 'docker --env-file cannot hold a carriage return at the end' }
  if (utf8Length(`${key}=${value}\n`) > maxLineBytes) {
    return { problem: 'docker --env-file cannot hold a line of 64 KiB' }
  }
  return { text: value }
}

/** Bytes, including the newline: the buffer of docker's line scanner. */
const maxLineBytes = 64 * 1024

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

/**
 * For Docker Compose (`env_file:` and `.env`), whose double quotes support `\\`, `\"`, `\$`, `\n` and `\r`; single
 * quotes are used where the value has no quote, backslash or CR. Holds every value.
 */
export function writeCompose(value: string): Writing {
  if (isBare(value)) return { text: value }
  if (!/['\\\r]/.test(value)) return { text: `'${value}'` }
  return { text: `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll('\r', '\\r')}"` }
}

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

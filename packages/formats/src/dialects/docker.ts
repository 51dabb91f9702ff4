import type { Writing } from './writing.ts'

/**
 * For `docker run --env-file`: the rest of the line, unchanged. There are no quotes and no escapes, so it can hold
 * neither a line break nor a line of 64 KiB, which the reader rejects.
 */
export function writeDocker(value: string, key: string): Writing {
  if (value.includes('\n')) return { problem: 'docker --env-file cannot hold a line break' }
  if (value.endsWith('\r')) return { problem: 'docker --env-file cannot hold a carriage return at the end' }
  if (utf8Length(`${key}=${value}\n`) > longestLine) {
    return { problem: 'docker --env-file cannot hold a line of 64 KiB' }
  }
  return { text: value }
}

/** Bytes, including the newline: the buffer of docker's line scanner. */
const longestLine = 64 * 1024

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

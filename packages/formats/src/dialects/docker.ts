import type { Writing } from './writing.ts'

/**
 * For `docker run --env-file`: the rest of the line, as it stands. There are no quotes and no escapes, so a line break
 * cannot be carried, nor a line of 64 KiB, which the reader refuses.
 */
export function writeDocker(value: string, key: string): Writing {
  if (value.includes('\n')) return { problem: 'docker --env-file cannot carry a line break' }
  if (value.endsWith('\r')) return { problem: 'docker --env-file cannot carry a carriage return at the end' }
  if (utf8Length(`${key}=${value}\n`) > longestLine) {
    return { problem: 'docker --env-file cannot carry a line of 64 KiB' }
  }
  return { text: value }
}

/** Bytes, its newline included: the buffer of docker's line scanner. */
const longestLine = 64 * 1024

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

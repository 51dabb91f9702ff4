import { isBare, type Writing } from './writing.ts'

/**
 * For vlucas/phpdotenv, from 4 (Laravel 7 and newer). Its double quotes support `\\`, `\"`, `\$`, `\n` and `\r`, so
 * that each value stays on one line; its single quotes cannot hold every value that looks like the start of another.
 * Holds every value.
 */
export function writePhp(value: string): Writing {
  if (isBare(value)) return { text: value }
  const escaped = value
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return { text: `"${escaped}"` }
}

import { isBare, type Writing } from './writing.ts'

/**
 * For vlucas/phpdotenv, from 4 on (Laravel 7 and newer). Its double quotes know `\\`, `\"`, `\$`, `\n` and `\r`, so that each
 * value stays on one line; its single quotes cannot hold every value that looks like the start of another. Carries every value.
 */
export function writePhp(value: string): Writing {
  if (isBare(value)) return { text: value }
  const escaped = value
    .replaceAll(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return { text: `"${escaped}"` }
}

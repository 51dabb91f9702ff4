import { writeNode } from './node.ts'
import type { Writing } from './writing.ts'

/**
 * For `@next/env` from 14, and for dotenv-expand if no value contains `$(` (or, in 11, `\$`): npm dotenv's text with
 * each `$` as `\$`, because both expand `$NAME` in every kind of quotes and then turn `\$` into `$`. In these readers
 * a variable that the process already has overrides the file.
 */
export function writeNext(value: string, key: string): Writing {
  const written = writeNode(value.replaceAll('$', '\\$'), key)
  if ('problem' in written) return written
  if (value.includes('$(')) {
    return {
      ...written,
      warning: 'dotenv-expand 1000 and newer executes the $(…) in this value; @next/env does not',
    }
  }
  return value.includes('\\$')
    ? {
        ...written,
        warning: 'dotenv-expand 11 drops the backslash before $ in this value; @next/env does not',
      }
    : written
}

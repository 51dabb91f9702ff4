import { writeNode } from './node.ts'
import type { Writing } from './writing.ts'

/**
 * For `@next/env`, and for dotenv-expand as long as no value holds `$(`: npm dotenv's text with each `$` as `\$`, since
 * both expand `$NAME` in every kind of quotes and then turn `\$` into `$`. A variable that the process already has wins
 * over the file in these readers, whatever is written.
 */
export function writeNext(value: string, key: string): Writing {
  const written = writeNode(value.replaceAll('$', '\\$'), key)
  if ('problem' in written || !value.includes('$(')) return written
  return {
    ...written,
    warning: 'dotenv-expand 1000 and newer runs the $(…) in this value; @next/env does not',
  }
}

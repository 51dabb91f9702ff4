import type { Writing } from './writing.ts'

/**
 * One word of fish 3 and newer: in its single quotes a backslash escapes `'` and `\` alone, and everything else is kept. Refuses
 * the names that fish makes read-only.
 */
export function writeFish(value: string, key: string): Writing {
  if (fishKeeps.has(key)) return { problem: 'fish keeps this name for itself' }
  return { text: `'${value.replaceAll(/[\\']/g, '\\$&')}'` }
}

/** Names that fish makes read-only, or whose assignment it gives another meaning. */
const fishKeeps: ReadonlySet<string> = new Set([
  '_',
  'FISH_VERSION',
  'PWD',
  'SHLVL',
  'fish_kill_signal',
  'fish_killring',
  'fish_pid',
  'history',
  'hostname',
  'pipestatus',
  'status',
  'status_generation',
  'umask',
  'version',
])

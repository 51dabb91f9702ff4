import type { Writing } from './writing.ts'

/**
 * One word for fish 3 and newer: in single quotes a backslash escapes only `'` and `\`; everything else is unchanged.
 * Rejects the names that fish makes read-only.
 */
export function writeFish(value: string, key: string): Writing {
  if (fishKeeps.has(key)) return { problem: 'fish reserves this name' }
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

import { bashKeeps, quoteForShell } from './dialects/bash.ts'
import type { Rendered } from './rendered.ts'

/**
 * Lines of `export KEY='…'` that any POSIX shell may `eval`: nothing in a value is expanded or run. Warns of the names
 * that bash keeps for itself.
 */
export function renderShell(variables: ReadonlyMap<string, string>): Rendered {
  const text = [...variables].map(([key, value]) => `export ${key}=${quoteForShell(value)}\n`).join('')
  const warnings = [...variables.keys()]
    .filter((key) => bashKeeps.has(key))
    .map((key) => ({ key, problem: 'bash keeps this name for itself and ignores the value' }))
  return { text, warnings }
}

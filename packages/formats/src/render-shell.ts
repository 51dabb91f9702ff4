import { bashReservedNames, quoteForShell } from './dialects/bash.ts'
import { writeFish } from './dialects/fish.ts'
import { FormatError, type FormatProblem } from './format-error.ts'
import type { Rendered } from './rendered.ts'
import type { Variables } from './variables.ts'

/**
 * Lines of `export KEY='…'` that any POSIX shell can `eval`: nothing in a value is expanded or executed. Warns about
 * the names that bash reserves.
 */
export function renderShell(variables: Variables): Rendered {
  const text = [...variables].map(([key, { value }]) => `export ${key}=${quoteForShell(value)}\n`).join('')
  const warnings = [...variables.keys()]
    .filter((key) => bashReservedNames.has(key))
    .map((key) => ({ key, problem: 'bash reserves this name and ignores the value' }))
  return { text, warnings }
}

/** Lines of `set -gx KEY '…'` for `source` in fish. Throws `FormatError` naming the variables that fish makes read-only. */
export function renderFish(variables: Variables): Rendered {
  const problems: FormatProblem[] = []
  let text = ''
  for (const [key, { value }] of variables) {
    const written = writeFish(value, key)
    if ('problem' in written) problems.push({ line: 0, key, problem: written.problem })
    else text += `set -gx ${key} ${written.text}\n`
  }
  if (problems.length > 0) throw new FormatError(problems)
  return { text, warnings: [] }
}

import type { Options } from '@envhold/command/command.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { FormatProblem } from '@envhold/formats/format-error.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { type Changes, nameList } from '../output/changes.ts'
import type { Output } from '../output/output.ts'

/** For commands that write the contents of a file to the server. */
export const acceptOptions = {
  'accept-warnings': { type: 'boolean', help: 'Write values that other readers understand differently' },
  'all-warnings': { type: 'boolean', help: 'Show every warning about the text, not only three of a kind' },
  'allow-empty': { type: 'boolean', help: 'Let an empty input remove or blank variables' },
} as const satisfies Options

const describe = ({ line, key = '', problem }: FormatProblem) => `line ${line}, ${sanitize(key)}: ${problem}`

const shownOfAKind = 3

/** Prints values that other readers understand differently: the first three of each kind and their number, or all. */
export function printFileWarnings(output: Output, warnings: readonly FormatProblem[], all: boolean): void {
  const kinds = new Map<string, FormatProblem[]>()
  for (const warning of warnings) {
    const { kind = 'note' } = warning
    const same = kinds.get(kind)
    if (same) same.push(warning)
    else kinds.set(kind, [warning])
  }
  for (const same of kinds.values()) {
    const visible = all ? same : same.slice(0, shownOfAKind)
    for (const warning of visible) output.warn(describe(warning))
    const hidden = same.length - visible.length
    if (hidden > 0)
      output.warn(`${hidden} more of this kind, ${same.length} in all: --all-warnings shows them`)
  }
}

/**
 * Rejects, when no user reviews it, a value that other readers of the file understand differently. What the server
 * already has passes.
 * @throws UserError
 */
export function requireUnambiguous(
  label: string,
  warnings: readonly FormatProblem[],
  { added, changed }: Changes,
): void {
  const written = new Set([...added, ...changed])
  const open = new Set(warnings.flatMap(({ key }) => (key !== undefined && written.has(key) ? [key] : [])))
  if (open.size === 0) return
  throw new UserError(
    `Nothing was written: other tools read these values of ${label} differently: ${nameList([...open])}.`,
    'Write each value as its warning says, name the reader of the file with --dialect, or pass --accept-warnings.',
    'AMBIGUOUS_VALUES',
  )
}

/** @throws UserError for a write that would remove everything, unless the user allows it */
export function requireNotEmptied(label: string, remaining: number, allowed: boolean): void {
  if (remaining > 0 || allowed) return
  throw new UserError(
    `Nothing was written: ${label} has no variables, so this would remove all of them.`,
    'If this is what you want, pass --allow-empty.',
    'EMPTY',
  )
}

export interface Warning {
  readonly key: string
  readonly problem: string
}

/** Prints each warning once, with the variable's name and never its value. */
export function printWarnings(output: Output, doubts: readonly Warning[]): void {
  const lines = new Set(doubts.map(({ key, problem }) => `${sanitize(key)}: ${problem}`))
  for (const line of lines) output.warn(line)
}

/** Values that some loader executes, and names that take over a process. */
export const hazardsIn = (variables: Variables): readonly Warning[] => findHazards(variables)

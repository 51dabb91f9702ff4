import { sanitize } from '@envhold/command/sanitize.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Output } from './output.ts'

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

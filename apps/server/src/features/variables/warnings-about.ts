import type { Warning } from '@envhold/contract/fields.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import { pickVariables, type Variables } from '@envhold/formats/variables.ts'

/** Warnings about written variables: names that take over a process, and values that loaders execute. */
export function warningsAbout(variables: Variables, written: readonly string[]): Warning[] {
  return findHazards(pickVariables(variables, written)).map(({ key, problem }) => ({ key, problem }))
}

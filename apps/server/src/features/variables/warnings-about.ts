import type { Warning } from '@envhold/contract/fields.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import type { Variables } from './write-version.ts'

/** Warnings about written variables: names that take over a process, and values that loaders execute. */
export function warningsAbout(variables: Variables, written: readonly string[]): Warning[] {
  const chosen = written.flatMap((key) => {
    const value = variables.get(key)
    return value === undefined ? [] : [[key, value] as const]
  })
  return findHazards(new Map(chosen)).map(({ key, problem }) => ({ key, problem }))
}

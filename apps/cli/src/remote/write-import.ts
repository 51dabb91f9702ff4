import { ApiError } from '@envhold/client/api-error.ts'
import { importVariables, readVariables, writeVariables } from '@envhold/contract/variables.ts'
import { difference } from '@envhold/formats/difference.ts'
import { render } from '@envhold/formats/render.ts'
import type { Changes } from '../output/changes.ts'
import type { Doubt } from '../output/warn-of-hazards.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './connect.ts'

export type Mode = 'merge' | 'replace'

export interface PlannedChanges extends Changes {
  /** The version that the changes are counted against. */
  readonly version: number
  /** Variables that only the server holds, and keeps. */
  readonly kept: number
}

/** What a write would change. A token that may write and not read lets the server compare. */
export async function importChanges(
  { client }: Connection,
  { environmentId: id }: Target,
  variables: ReadonlyMap<string, string>,
  mode: Mode,
): Promise<PlannedChanges> {
  try {
    const { variables: present, version } = await client.call(readVariables, { params: { id } })
    const { added, changed, removed } = difference(new Map(Object.entries(present)), variables)
    return mode === 'replace'
      ? { added, changed, removed, version, kept: 0 }
      : { added, changed, removed: [], version, kept: removed.length }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') throw error
    const dotenv = render('dotenv', variables, { dialect: 'node' }).text
    const answer = await client.call(importVariables, {
      params: { id },
      body: { dotenv, mode, dryRun: true },
    })
    const { added, changed, removed, environment } = answer
    const after =
      mode === 'replace' ? 0 : environment.variable_count - changed.length - answer.unchanged.length
    return { added, changed, removed, version: environment.version, kept: Math.max(0, after) }
  }
}

/** Writes all of it as one version, if the environment still stands at the version that was looked at. */
export async function writeImport(
  { client }: Connection,
  { environmentId: id }: Target,
  variables: ReadonlyMap<string, string>,
  mode: Mode,
  version: number,
): Promise<{ version: number; warnings: readonly Doubt[] }> {
  const body = { variables: Object.fromEntries(variables), mode }
  const { environment, warnings } = await client.call(
    writeVariables,
    { params: { id }, body },
    { ifMatch: version },
  )
  return { version: environment.version, warnings }
}

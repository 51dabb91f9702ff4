import type { Warning } from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import { findHazards } from '@envhold/formats/hazards.ts'
import { pickVariables, toDetails, toRecord, type Variables } from '@envhold/formats/variables.ts'
import type { DbContext } from '../../context.ts'
import { charged } from '../../db/charged-work.ts'
import { versionTag } from '../../http/responses/entity-tag.ts'
import { environmentView } from '../environments/environment-view.ts'
import type { WrittenVersion } from './write-version.ts'

/** The variables of an environment as a response shows them, which takes milliseconds for thousands. */
export const variablesView = (variables: Variables) =>
  charged(() => ({ variables: toRecord(variables), details: toDetails(variables) }))

/** As many as the contract allows; a file can cause more. */
const maxWarnings = limits.environmentVariables * 2

/** The new head and its ETag, and warnings about what was added or changed. */
export const writtenResult = async (
  ctx: DbContext<'engine'>,
  { environment, changes, variables }: WrittenVersion,
  more: readonly Warning[] = [],
) => ({
  headers: { etag: versionTag(environment.version) },
  json: {
    environment: await environmentView(ctx, environment),
    warnings: [...more, ...warningsAbout(variables, [...changes.added, ...changes.changed])].slice(
      0,
      maxWarnings,
    ),
    ...changes,
  },
})

/** Warnings about written variables: names that take over a process, and values that loaders execute. */
function warningsAbout(variables: Variables, written: readonly string[]): Warning[] {
  return findHazards(pickVariables(variables, written)).map(({ key, problem }) => ({ key, problem }))
}

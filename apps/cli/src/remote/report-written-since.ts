import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listVersions, type VersionSummary } from '@envhold/contract/variables/versions.ts'
import { ago } from '../output/ago.ts'
import type { Output } from '../output/output.ts'
import { authorOf, changesOf } from '../output/versions-table.ts'
import type { Target } from './choose-target.ts'
import type { Connection } from './client-for.ts'

export interface Place {
  readonly output: Output
  readonly connection: Connection
  readonly target: Target
}

const maxShown = 20

/** What others wrote after a version, newest first; null if this token may not ask. */
async function writtenSince(
  connection: Connection,
  { environmentId }: Target,
  version: number,
): Promise<VersionSummary[] | null> {
  try {
    const { versions } = await listNewestVersions(connection, environmentId, maxShown)
    return versions.filter((written) => written.version > version)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Someone else wrote first: shows who wrote what since the version `seen`, which `what` names. */
export async function reportWrittenSince(
  { output, connection, target }: Place,
  seen: number,
  what: string,
): Promise<void> {
  const since = await writtenSince(connection, target, seen)
  output.info(`${target.label} has changed since version ${seen}, ${what}:`)
  for (const one of since ?? [])
    output.info(
      sanitize(
        `  version ${one.version}, ${authorOf(one)}, ${ago(one.created_at, Date.now())}: ${changesOf(one)}`,
      ),
    )
}

/** The newest versions, from as many pages as that takes: a version of many names can fill one. */
export async function listNewestVersions(
  { client }: Connection,
  id: number,
  limit: number,
): Promise<OutputOf<typeof listVersions>> {
  const first = await client.call(listVersions, { params: { id }, query: { limit } })
  const versions = [...first.versions]
  let { hasMore } = first
  while (hasMore && versions.length < limit) {
    const query = { limit: limit - versions.length, before: versions.at(-1)?.version }
    const page = await client.call(listVersions, { params: { id }, query })
    versions.push(...page.versions)
    hasMore = page.hasMore
  }
  return { ...first, versions, hasMore }
}

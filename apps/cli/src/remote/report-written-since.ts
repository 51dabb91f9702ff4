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
  { connection, target: { environmentId } }: Place,
  version: number,
  limit = maxShown,
): Promise<VersionSummary[] | null> {
  try {
    const { versions } = await listNewestVersions(connection, environmentId, limit)
    return versions.filter((written) => written.version > version)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Someone else wrote first: shows who wrote what since the version `seen`, which `what` names. */
export async function reportWrittenSince(place: Place, seen: number, what: string): Promise<void> {
  const { output, target } = place
  const since = await writtenSince(place, seen)
  output.info(`${target.label} has changed since version ${seen}, ${what}:`)
  for (const one of since ?? [])
    output.info(
      sanitize(
        `  version ${one.version}, ${authorOf(one)}, ${ago(one.created_at, Date.now())}: ${changesOf(one)}`,
      ),
    )
}

/** Of more versions it is not looked up what they wrote. */
const maxCompared = 200

/**
 * Those of `names` that were written after the version `seen`, up to the version `now`. All of them, if that is not
 * known: because of many versions, or since this token may not list them.
 */
export async function conflictingNames(
  place: Place,
  names: readonly string[],
  { seen, now }: { readonly seen: number; readonly now: number },
): Promise<readonly string[]> {
  const count = now - seen
  if (count <= 0 || names.length === 0) return []
  const since = count > maxCompared ? null : await writtenSince(place, seen, count)
  if (since === null || since.length < count) return names
  const written = new Set(since.flatMap(({ added, changed, removed }) => [...added, ...changed, ...removed]))
  return names.filter((name) => written.has(name))
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

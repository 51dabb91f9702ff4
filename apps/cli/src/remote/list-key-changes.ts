import { type KeyChange, keyChanges, oldestUnchanged } from '@envhold/contract/key-history.ts'
import { listVersions, readVersion, type VersionSummary } from '@envhold/contract/versions.ts'
import type { Connection } from './connection.ts'

const pageSize = 200
/** Ends the search in a history of many versions that do not name the key. */
const maxPages = 50

export interface KeyChanges {
  /** Newest first. */
  readonly changes: readonly KeyChange[]
  /** The oldest version that was searched; null if there is none. */
  readonly searchedFrom: number | null
  /** The oldest stored version, if it shows the key before its oldest change. */
  readonly before: { readonly version: number; readonly created_at: string } | undefined
  readonly hasMore: boolean
}

interface Wanted {
  readonly id: number
  readonly key: string
  readonly limit: number
  /** Whether the environment has the key now. */
  readonly exists: boolean
}

/** The newest changes of a key, from as many pages of the history as that takes. */
export async function listKeyChanges({ client }: Connection, wanted: Wanted): Promise<KeyChanges> {
  const { id, key, limit, exists } = wanted
  const versions: VersionSummary[] = []
  for (let page = 1; ; page++) {
    const before = versions.at(-1)?.version
    const query = { limit: pageSize, ...(before !== undefined && { before }) }
    const answer = await client.call(listVersions, { params: { id }, query })
    versions.push(...answer.versions)
    const found = keyChanges(versions, key)
    const changes = found.slice(0, limit)
    const searchedFrom = versions.at(-1)?.version ?? null
    // One more than is shown: it decides whether the last one is an addition again.
    if (found.length > limit || (answer.hasMore && page === maxPages))
      return { changes, searchedFrom, before: undefined, hasMore: true }
    if (!answer.hasMore)
      return {
        changes,
        searchedFrom,
        before: oldestUnchanged(changes, answer.whole_from, exists),
        hasMore: false,
      }
  }
}

/** The value of a key in each of these versions; undefined where a version lacks it. */
export async function readKeyValues(
  { client }: Connection,
  { id, key }: Pick<Wanted, 'id' | 'key'>,
  versions: readonly number[],
): Promise<ReadonlyMap<number, string | undefined>> {
  const values = new Map<number, string | undefined>()
  for (const version of versions) {
    const { variables } = await client.call(readVersion, { params: { id, version } })
    values.set(version, Object.hasOwn(variables, key) ? variables[key] : undefined)
  }
  return values
}

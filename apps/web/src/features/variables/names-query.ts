import type { VersionSummary } from '@envhold/contract/versions.ts'
import { listVersions } from '@envhold/contract/versions.ts'
import { queryOptions } from '@tanstack/react-query'
import { secretKey } from '../../connection/api/query-client.ts'
import type { Connection } from '../../connection/connection.ts'

/** The names that stand after the newest of some versions: for each, what was last said of it. */
export function namesAfter(
  newestFirst: readonly Pick<VersionSummary, 'added' | 'changed' | 'removed'>[],
): string[] {
  const existing = new Map<string, boolean>()
  const note = (keys: readonly string[], is: boolean) => {
    for (const key of keys) if (!existing.has(key)) existing.set(key, is)
  }
  for (const { added, changed, removed } of newestFirst) {
    note(added, true)
    note(changed, true)
    note(removed, false)
  }
  return [...existing].filter(([, is]) => is).map(([key]) => key)
}

const page = 200
const maxPages = 3

export const namesKey = (environmentId: number) => [secretKey, 'names', environmentId] as const

/** The names of an environment's variables, from its history: no value is asked for, and none is read. */
export const namesQuery = ({ api }: Connection, environmentId: number) =>
  queryOptions({
    queryKey: namesKey(environmentId),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const versions: VersionSummary[] = []
      for (let read = 0; read < maxPages; read++) {
        const query = { limit: page, before: versions.at(-1)?.version }
        const answer = await api.call(listVersions, { params: { id: environmentId }, query }, { signal })
        versions.push(...answer.versions)
        if (!answer.hasMore) break
      }
      return namesAfter(versions)
    },
  })

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import type { Connection } from './connection.ts'

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

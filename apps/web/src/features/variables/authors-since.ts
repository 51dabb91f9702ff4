import { listVersions } from '@envhold/contract/versions.ts'
import type { Connection } from '../../connection/connection.ts'

const maxVersions = 25
const unknown = 'somebody else'

/** Who saved an environment after a version: 'ada', 'ada and grace'; 'somebody else' if that is unknown. */
export async function authorsSince(
  { api }: Connection,
  environmentId: number,
  version: number,
): Promise<string> {
  try {
    const newest = { params: { id: environmentId }, query: { limit: maxVersions } }
    const { versions } = await api.call(listVersions, newest)
    const since = versions.filter((entry) => entry.version > version)
    const names = [...new Set(since.map(({ author }) => author.username ?? unknown))]
    if (names.length === 0) return unknown
    return new Intl.ListFormat('en').format(names)
  } catch {
    // The conflict itself is what matters.
    return unknown
  }
}

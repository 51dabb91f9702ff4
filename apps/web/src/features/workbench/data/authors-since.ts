import { listVersions } from '@envhold/contract/variables/versions.ts'
import { difference } from '@envhold/formats/difference.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Connection } from '../../../connection/connection.ts'
import { describeChanges } from './describe-changes.ts'
import type { ReadVariables } from './variable-queries.ts'

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

/** Who changed which keys between `version`, which held `before`, and `now`. */
export async function describeChangesSince(
  connection: Connection,
  { version, variables }: { readonly version: number; readonly variables: Variables | undefined },
  now: ReadVariables,
): Promise<string> {
  const who = await authorsSince(connection, now.environment.id, version)
  return describeChanges(difference(variables ?? now.variables, now.variables), who)
}

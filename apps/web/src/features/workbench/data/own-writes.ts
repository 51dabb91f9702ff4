import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Connection } from '../../../connection/connection.ts'
import { perEnvironment } from './variable-queries.ts'

/** Writes of this page that directly followed one another. */
interface OwnWrites {
  /** The version that the first one was based on. */
  readonly base: number
  /** The version that the last one made. */
  readonly newest: number
}

/** The last ones of each environment. */
const ownWritesOf = perEnvironment<OwnWrites>()

/** The newest version that only this page has written since `version`: nobody else's change is between them. */
export function afterOwnWrites(
  connection: Pick<Connection, 'queries'>,
  environmentId: number,
  version: number,
): number {
  const own = ownWritesOf(connection).get(environmentId)
  return own && own.base <= version && version < own.newest ? own.newest : version
}

/** Sends a write that is based on a version, and notes the version that it makes as one of this page. */
export async function sendBasedOn<T extends { readonly environment: Environment }>(
  connection: Pick<Connection, 'queries' | 'withUnlockedVault'>,
  version: number,
  send: (options: { ifMatch: number }) => Promise<T>,
): Promise<T> {
  const answer = await connection.withUnlockedVault(() => send({ ifMatch: version }))
  const { id, version: newest } = answer.environment
  const all = ownWritesOf(connection)
  const before = all.get(id)
  // A write that changes nothing makes no version.
  if (newest > version) all.set(id, { base: before?.newest === version ? before.base : version, newest })
  return answer
}

import type { TrxContext } from '../../../context.ts'
import { epochOf, findEnvironment, listEnvironmentIds } from '../../environments/environment-store.ts'
import type { KeyHolder } from '../../keyring/keyring.ts'
import { openEnvironmentKey } from '../../keyring/open-environment-key.ts'
import { verifyRoster } from '../../keyring/roster.ts'

/**
 * Opens the key of every environment of a project and verifies its roster. Only a holder of all of them can own the
 * project, and only the rosters, which the database cannot forge, say who holds them. The environments are held.
 * @throws MissingGrantError, TamperedRowError
 */
export async function requireEveryKey(
  tx: TrxContext<'secrets' | 'engine'>,
  holder: KeyHolder,
  projectId: number,
): Promise<void> {
  for (const id of await listEnvironmentIds(tx, projectId)) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    const at = epochOf(environment)
    await verifyRoster(tx, await openEnvironmentKey(tx, holder, at), at)
  }
}

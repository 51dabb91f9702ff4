import type { Tx } from '../audit-log/tx.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { rekeyEnvironment } from '../grants/rekey-environment.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal } from '../keyring/principal-store.ts'
import type { ApiKeyWithCreator } from './api-key-store.ts'
import { environmentsOf } from './validate-api-key-request.ts'

/**
 * Changes a key's list of environments: added ones are sealed to it, removed ones are re-keyed.
 * @param access ids as text; null for all, including later ones
 */
export async function changeGrantedEnvironments(
  tx: Tx,
  holder: KeyHolder,
  key: ApiKeyWithCreator,
  access: readonly string[] | null,
): Promise<void> {
  const principal = { kind: 'api-key', id: key.id } as const
  const wanted = await environmentsOf(tx, key.project_id, access)
  const had = await grantedEnvironments(tx.db, principal)
  const row = await changePrincipal(tx, principal, { all_environments: access === null ? 1 : 0 })
  if (!row) throw new Error('An API key has no key pair on record')
  const removed = had.filter((id) => !wanted.includes(id))
  await tx.hold(removed)
  for (const id of removed) {
    const environment = await findEnvironment(tx, id)
    if (!environment) continue
    tx.revoked({
      kind: 'api_key_environment',
      projectId: key.project_id,
      environmentId: id,
      subject: key.id,
    })
    await rekeyEnvironment(tx, holder, environment, (holders) =>
      holders.filter((other) => !(other.kind === principal.kind && other.id === principal.id)),
    )
  }
  const added = wanted.filter((id) => !had.includes(id))
  await grantEnvironments(tx, holder, [row], added)
}

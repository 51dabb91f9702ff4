import { sameBytes } from '@envhold/integrity/bytes.ts'
import { publicKeyHash } from '@envhold/integrity/context.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { TrxContext } from '../../context.ts'
import { grantedEnvironments, type Holder } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, type PrincipalRow, recipientsOf } from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { listOwnedProjects, type ProjectRow } from '../projects/project-store.ts'
import { epochOf, findEnvironment } from './environment-store.ts'

/**
 * Who is granted the key of a new environment. Each recipient must be on the roster of an environment that the owner
 * already has. Those rosters are authenticated under keys that the database does not hold, so a revoked token or key
 * whose row was restored is on none of them.
 * @throws TamperedRowError
 */
export async function verifiedRecipients(
  tx: TrxContext<'secrets' | 'engine'>,
  holder: KeyHolder,
  project: Pick<ProjectRow, 'id' | 'owner_id'>,
): Promise<PrincipalRow[]> {
  const recipients = await recipientsOf(tx, { projectId: project.id, ownerId: project.owner_id })
  const reference = await anyRoster(tx, holder, project)
  if (!reference) return recipients
  for (const one of recipients) {
    // Rosters of other projects do not contain this project's API keys.
    if (one.kind === 'api-key' && reference.projectId !== project.id) continue
    const known = reference.holders.find((holder) => isSamePrincipal(one, holder))
    if (known?.state !== 'live' || !sameBytes(known.keyHash, publicKeyHash(one.public_key)))
      throw new TamperedRowError('principals', `${one.kind}/${one.id}`)
  }
  return recipients
}

interface Reference {
  readonly projectId: number
  readonly holders: readonly Holder[]
}

/**
 * The roster of an environment of the same owner, preferably of the same project. Where the owner's grant is reserved,
 * the roster has the key pair of a vault that was emptied, and nothing that was granted since.
 */
async function anyRoster(
  tx: TrxContext<'secrets' | 'engine'>,
  holder: KeyHolder,
  { id, owner_id }: Pick<ProjectRow, 'id' | 'owner_id'>,
): Promise<Reference | undefined> {
  const others = (await listOwnedProjects(tx, owner_id)).filter((project) => project.id !== id)
  for (const projectId of [id, ...others.map((project) => project.id)])
    for (const environmentId of await grantedEnvironments(tx.db, holder.principal, projectId)) {
      const environment = await findEnvironment(tx, environmentId, { hold: true })
      if (!environment) continue
      const at = epochOf(environment)
      const holders = await verifyRoster(tx, await openEnvironmentKey(tx, holder, at), at)
      const owner = holders.find((holder) => isSamePrincipal(holder, { kind: 'user', id: owner_id }))
      if (owner?.state !== 'reserved') return { projectId, holders }
    }
  return undefined
}

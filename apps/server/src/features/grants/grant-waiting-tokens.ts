import type { Context } from '../../context.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import { deleteGrantsOf } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import {
  isSamePrincipal,
  listPrincipalsOfUser,
  type PrincipalRow,
  principalOf,
} from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { changeMembership, findMembership, keysPending } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { addHolders, limitedSeals, type TokenSeals } from './add-holders.ts'
import { forEachLocked, maxGrantedPerCall } from './for-each-locked.ts'
import { listReservedForTokens } from './pending-work-store.ts'
import type { Acting } from './rekey-environment.ts'

/** Seals the keys of a project to those personal tokens of the caller that only have reserved grants. */
export async function grantWaitingTokens(
  ctx: Context,
  { caller, holder, origin }: Acting,
  projectId: number,
): Promise<void> {
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    const { userId } = caller
    const before = await requireProject(tx, caller, projectId, 'read')
    await tx.lock([before.project.owner_id, userId])
    const membership = await findMembership(tx, projectId, userId)
    if (membership?.keys_pending !== keysPending.ofTokens) return
    const reserved = { projectId, userId }
    const openable = await listReservedForTokens(tx.db, { ...reserved, openedBy: holder.principal })
    const tokens = (await listPrincipalsOfUser(tx, userId)).filter(({ kind }) => kind === 'personal-token')
    const seals = limitedSeals()
    await forEachLocked(tx, openable.slice(0, maxGrantedPerCall), (environment) =>
      grantReserved(tx, holder, environment, { tokens, seals }),
    )
    if ((await listReservedForTokens(tx.db, reserved)).length === 0)
      await changeMembership(tx, membership, { keys_pending: keysPending.none })
  })
}

interface Waiting {
  readonly tokens: readonly PrincipalRow[]
  readonly seals: TokenSeals
}

/** Pending re-keys stay pending, as for a new token (grant-environments.ts). */
async function grantReserved(
  tx: Tx,
  holder: KeyHolder,
  environment: EnvironmentRow,
  { tokens, seals }: Waiting,
): Promise<void> {
  const at = epochOf(environment)
  const key = await openEnvironmentKey(tx, holder, at)
  const roster = await verifyRoster(tx, key, at)
  const reserved = roster.filter(({ state }) => state === 'reserved')
  const principals = tokens
    .filter((token) => reserved.some((entry) => isSamePrincipal(entry, token)))
    .slice(0, seals.left)
  for (const token of principals) await deleteGrantsOf(tx.db, principalOf(token), [environment.id])
  const holders = roster.filter((entry) => !principals.some((token) => isSamePrincipal(entry, token)))
  await addHolders(tx, { key, at }, { holders, principals }, seals)
}

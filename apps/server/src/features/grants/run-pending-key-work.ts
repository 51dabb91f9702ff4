import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context, TrxContext } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { type ActivityRecorder, reportTampering } from '../audit-log/activity-recorder.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { findEnvironment, listEnvironmentRows } from '../environments/environment-store.ts'
import { deleteGrantsOf, grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder, RunPendingKeyWork } from '../keyring/keyring.ts'
import {
  changePrincipal,
  deleteRevokedPrincipals,
  isSamePrincipal,
  listLinksTo,
  listPrincipalsOfUser,
  type PrincipalRow,
  principalOf,
} from '../keyring/principal-store.ts'
import { verifyRoster } from '../keyring/roster.ts'
import { createTtlCache } from '../keyring/ttl-cache.ts'
import {
  changeMembership,
  findMembership,
  keysPending,
  type Membership,
  sharedIn,
} from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { addHolders, limitedSeals, type TokenSeals } from './add-holders.ts'
import { maxGrantedPerCall } from './for-each-locked.ts'
import { grantWaitingTokens } from './grant-waiting-tokens.ts'
import { listPendingWork, listReservedForTokens, type PendingWork } from './pending-work-store.ts'
import { type Acting, ensureCurrentKey, rekeyIfPending } from './rekey-environment.ts'

/** How many pieces of pending work one call does. */
const maxPerCall = 8
const maxListed = 64
/**
 * Failed work is not retried for this long. Otherwise it would fail, and be recorded, on every call, and would keep the
 * same user from the remaining work.
 */
const retryAfterMs = 5 * 60_000

const nameOf = ({ project, environment, collaborator }: PendingWork, { userId }: KeyHolder) =>
  `${userId}/${project}/${environment}/${collaborator}`

/**
 * On unlock, runs pending key work: rotates keys after a revocation, and grants keys to collaborators who are waiting
 * and to the user's own tokens.
 */
export function createRunPendingKeyWork(ctx: Context, recorder: ActivityRecorder): RunPendingKeyWork {
  const failedLately = createTtlCache<true>(ctx.clock, {
    idleMs: retryAfterMs,
    maxMs: retryAfterMs,
    maxEntries: 10_000,
  })
  return async (holder, { caller, origin }) => {
    const pending = await listPendingWork(ctx.db, holder, maxListed)
    for (const one of pending.filter((work) => !failedLately.find(nameOf(work, holder))).slice(0, maxPerCall))
      try {
        await runPiece(ctx, { holder, caller, origin }, one)
      } catch (error) {
        // Another call is doing this work right now, or the caller's session ended.
        if (error instanceof AppError && ['UNAVAILABLE', 'UNAUTHENTICATED'].includes(error.code)) continue
        failedLately.put(nameOf(one, holder), true)
        if (!(error instanceof AppError)) await reportFailure(ctx, recorder, error, origin)
      }
  }
}

async function runPiece(ctx: Context, acting: Acting, { project, environment, collaborator }: PendingWork) {
  if (environment !== null) await rekeyIfPending(ctx, acting, environment, 're-key')
  else if (collaborator === acting.holder.userId) await grantWaitingTokens(ctx, acting, project)
  else if (collaborator !== null) await fulfilPendingGrants(ctx, acting, project, collaborator)
}

async function reportFailure(
  { log }: Pick<Context, 'log'>,
  recorder: ActivityRecorder,
  error: unknown,
  origin: Origin,
): Promise<void> {
  if (error instanceof TamperedRowError) await reportTampering({ log }, recorder, { error, origin })
  else log.fault({ requestId: origin.requestId, route: 'pending key work', error })
}

/** The collaborator who waits, the links whose reserved grants they get, and the principals to grant to. */
interface PendingGrants {
  readonly membership: Membership
  readonly links: readonly PrincipalRow[]
  readonly recipients: readonly PrincipalRow[]
  readonly seals: TokenSeals
}

/**
 * Seals the keys to a collaborator who accepted without the mailed link, or replaced their key pair while they were
 * invited. When the invitation was made, the rosters got an entry for its link or for them under the environments' own
 * keys. A membership that was planted in the database, or restored there, has no reserved grant and gets nothing.
 * @throws TamperedRowError
 */
async function fulfilPendingGrants(ctx: Context, acting: Acting, projectId: number, userId: number) {
  const { caller, origin } = acting
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId, userId])
    const { project } = await requireProject(tx, caller, projectId, 'extend access')
    const membership = await findMembership(tx, projectId, userId)
    if (membership?.keys_pending !== keysPending.ofAll) return
    const recipients = await listPrincipalsOfUser(tx, userId)
    if (!recipients.some(({ kind }) => kind === 'user')) return
    const links = await listLinksTo(tx, projectId, userId)
    const waiting = await listMissingEnvironments(tx, membership)
    const seals = limitedSeals()
    for (const id of waiting.slice(0, maxGrantedPerCall))
      await fulfilGrant(tx, acting.holder, id, { membership, links, recipients, seals })
    if (waiting.length > maxGrantedPerCall) return
    const reserved = await listReservedForTokens(tx.db, { projectId, userId })
    const keys_pending = reserved.length > 0 ? keysPending.ofTokens : keysPending.none
    await changeMembership(tx, membership, { keys_pending })
    for (const link of links) await changePrincipal(tx, principalOf(link), { revoked: 1 })
    await deleteRevokedPrincipals(tx.db)
    const description = `Granted the pending keys of "${project.name}" to a collaborator`
    tx.record({ type: 'collaborator_added', severity: 'medium', description, projectId })
  })
}

/** The environments that a membership includes and its collaborator cannot open yet. */
async function listMissingEnvironments(tx: TrxContext<'secrets'>, membership: Membership): Promise<number[]> {
  const { project_id, user_id } = membership
  const existing = (await listEnvironmentRows(tx, project_id)).map(({ id }) => id)
  const granted = await grantedEnvironments(tx.db, { kind: 'user', id: user_id }, project_id)
  return sharedIn(membership).filter((id) => existing.includes(id) && !granted.includes(id))
}

async function fulfilGrant(
  tx: Tx,
  holder: KeyHolder,
  environmentId: number,
  { membership, links, recipients, seals }: PendingGrants,
): Promise<void> {
  const environment = await findEnvironment(tx, environmentId, { hold: true })
  if (!environment) return
  const { key, at } = await ensureCurrentKey(tx, holder, environment)
  const holders = await verifyRoster(tx, key, at)
  // The invitation was sealed to the collaborator, if they replaced their key pair before they accepted.
  const waiting = [...links, { kind: 'user' as const, id: membership.user_id }]
  const reserved = holders.find(
    (holder) => holder.state === 'reserved' && waiting.some((one) => isSamePrincipal(one, holder)),
  )
  if (!reserved) throw new TamperedRowError('memberships', `${membership.project_id}/${membership.user_id}`)
  await deleteGrantsOf(tx.db, principalOf(reserved), [environmentId])
  const rest = holders.filter((holder) => holder !== reserved)
  await addHolders(tx, { key, at }, { holders: rest, principals: recipients }, seals)
}

/** The users of the instance, and what operators do to their accounts. */

import * as contract from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Call } from '../../../http/route.ts'
import type { Reservation } from '../../../http/run-once.ts'
import { verb } from '../../../http/verb.ts'
import { restoreWindowMs } from '../../accounts/delete-permanently.ts'
import { type Tx, transactOnce } from '../../audit-log/tx.ts'
import type { SessionWorld } from '../../sessions/sessions.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { listOperatorActions } from './operator-action-store.ts'
import { recordAccountView } from './record-view.ts'
import * as acts from './user-actions.ts'
import {
  countInGrace,
  countStatuses,
  countUsers,
  listInGrace,
  listUserRows,
  userFilterOf,
} from './user-list-store.ts'
import { listFilterNames } from './user-names.ts'
import { shownActions, viewOperatorAction, viewUserDetail, viewUsers } from './user-view.ts'

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

export const listUsers = verb(contract.listUsers, async (ctx, { query }) => {
  const { status, role, plan, sort, limit } = query
  const filter = userFilterOf(query)
  const [counts, rows, names] = await Promise.all([
    countStatuses(ctx.db),
    listUserRows(ctx, filter, { sort, limit, offset: offsetOf(query) }),
    listFilterNames(ctx),
  ])
  const inStatus = status === undefined ? sum(counts) : counts[status]
  const isNarrowed = filter.search !== '' || role !== undefined || plan !== undefined
  const total = isNarrowed ? await totalOf(query, rows.length, () => countUsers(ctx, filter)) : inStatus
  const users = await viewUsers(ctx, rows)
  return { users, counts, ...names, pagination: paginationOf(query, total) }
})

export const listGracePeriodUsers = verb(contract.listGracePeriodUsers, async (ctx) => {
  const deletedAfter = ctx.clock() - restoreWindowMs
  const [rows, total] = await Promise.all([
    listInGrace(ctx, { deletedAfter, limit: contract.maxGracePeriodUsers }),
    countInGrace(ctx.db, deletedAfter),
  ])
  const gracePeriodUsers = rows.map(({ id, username, email, deleted_at }) => ({
    id,
    username,
    email,
    grace_ends_at: wireTime((deleted_at ?? 0) + restoreWindowMs),
  }))
  return { gracePeriodUsers, total }
})

export const readUserDetail = verb(contract.readUserDetail, async (ctx, call) => {
  const { id } = call.params
  const user = await viewUserDetail(ctx, id)
  await recordAccountView(ctx, call, { id, part: 'state' })
  return { user }
})

const act = <T>(
  ctx: Context,
  {
    caller,
    origin,
    reservation,
  }: Pick<Call, 'origin'> & { readonly reservation: Reservation | undefined } & {
    readonly caller: { readonly userId: number }
  },
  work: (tx: Tx) => Promise<T>,
) => transactOnce(ctx, { userId: caller.userId, origin }, reservation, work)

export const approveUser = verb(contract.approveUser, async (ctx, call) => {
  await act(ctx, call, (tx) => acts.approveUser(tx, call.params.id))
  return { message: 'The account was approved.' }
})

export const suspendUser = verb(contract.suspendUser, async (world: SessionWorld, call) => {
  const { id } = call.params
  await act(world, call, (tx) => acts.suspendUser(tx, id, call.body.reason))
  world.unlocked.dropUser(id)
  return { message: 'The account was suspended.' }
})

export const unsuspendUser = verb(contract.unsuspendUser, async (ctx, call) => {
  await act(ctx, call, (tx) => acts.unsuspendUser(tx, call.params.id))
  return { message: 'The suspension has ended.' }
})

export const extendGracePeriod = verb(contract.extendGracePeriod, async (ctx, call) => {
  const { endsAt } = await act(ctx, call, (tx) => acts.extendGracePeriod(tx, call.params.id, call.body.days))
  return { message: 'The grace period was extended.', grace_ends_at: wireTime(endsAt) }
})

export const forceDeleteUser = verb(contract.forceDeleteUser, async (world: SessionWorld, call) => {
  const { id } = call.params
  await act(world, call, (tx) => acts.forceDeleteUser(tx, id, call.body.reason))
  world.unlocked.dropUser(id)
  return { message: 'The account was permanently deleted.' }
})

export const listOwnOperatorActs = verb(contract.listOwnOperatorActs, async (ctx, { caller }) => ({
  acts: (await listOperatorActions(ctx, caller.userId, shownActions)).map(viewOperatorAction),
}))

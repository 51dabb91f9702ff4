import type { operatorActionInfo } from '@envhold/contract/operator/operator-actions.ts'
import type { ListedUser } from '@envhold/contract/operator/users.ts'
import type { z } from 'zod'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { restoreWindowMs } from '../../accounts/delete-permanently.ts'
import { readStoredBytes } from '../../projects/storage-store.ts'
import { findRole, type Role } from '../../roles/role-store.ts'
import type { User } from '../../users/user-store.ts'
import type { RecordedAction } from './operator-action-store.ts'
import { countProjects, findSuspensions } from './user-list-store.ts'

export const timeOrNull = (time: number | null): string | null => (time === null ? null : wireTime(time))

/** Until when the owner of a deleted account can restore it. */
const graceEndOf = ({ deleted_at }: Pick<User, 'deleted_at'>): number | null =>
  deleted_at === null ? null : deleted_at + restoreWindowMs

/** Accounts as the lists of operators show them. @throws TamperedRowError */
export async function viewUsers(ctx: DbContext<'secrets'>, users: readonly User[]): Promise<ListedUser[]> {
  const suspended = users.filter(({ status }) => status === 'SUSPENDED').map(({ id }) => id)
  const ids = users.map(({ id }) => id)
  const [counts, stored, suspensions, roles] = await Promise.all([
    countProjects(ctx.db, ids),
    readStoredBytes(ctx.db, ids),
    findSuspensions(ctx.db, suspended),
    rolesOf(ctx, users),
  ])
  return users.map((user) => {
    const { id, username, email, status } = user
    const suspension = suspensions.get(id)
    const role = roles.get(user.role)
    return {
      id,
      username,
      email,
      status,
      suspendedReason: user.suspended_reason,
      suspendedBy: suspension?.operator ?? null,
      suspendedAt: timeOrNull(suspension?.at ?? null),
      grace_ends_at: timeOrNull(graceEndOf(user)),
      created_at: wireTime(user.created_at),
      roles: role ? [{ id: role.id, name: role.name, display_name: role.display_name }] : [],
      _count: counts(id),
      stored_bytes: stored.get(id) ?? 0,
    }
  })
}

async function rolesOf(
  ctx: DbContext<'secrets'>,
  users: readonly User[],
): Promise<ReadonlyMap<string, Role>> {
  const names = new Set(users.map(({ role }) => role))
  const found = await Promise.all([...names].map((name) => findRole(ctx, name)))
  return new Map(found.flatMap((role) => (role ? [[role.name, role]] : [])))
}

/** Acts as the user of the account reads them, without the operator's name. */
export const viewOperatorActions = (acts: readonly RecordedAction[]): z.output<typeof operatorActionInfo>[] =>
  acts.map(({ id, act, reason, details, created_at }) => ({
    id,
    act,
    reason,
    details,
    created_at: wireTime(created_at),
  }))

import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { AppError } from '../../../app-error.ts'
import { type LoadedAccount, loadAccount } from '../../archive/phase/phase-account.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planOf, requireRoom } from '../../plans/limits.ts'
import { requireRight } from '../../projects/project-access.ts'
import { readStorage } from '../../projects/storage-store.ts'

/**
 * Reads an account before it gets a project.
 * @throws AppError PROJECT_READ_ONLY during a grace period
 */
export async function readNewOwner(tx: Tx, userId: number): Promise<LoadedAccount> {
  await requireRight(tx, userId, 'create project')
  await requireRight(tx, userId, 'extend access')
  return await requireAccount(tx, userId)
}

/**
 * Rejects a project that was moved to an account without room for it, as for a new project with the same collaborators.
 * @param before the account without the project
 * @throws AppError LIMIT_REACHED
 */
export async function requireRoomFor(tx: Tx, userId: number, before: LoadedAccount): Promise<void> {
  const after = await requireAccount(tx, userId)
  const limits = await planOf(tx, userId)
  requireRoom(limits, 'projects', before.facts.projects.length)
  const people = after.facts.people.length
  if (people > before.facts.people.length) requireRoom(limits, 'collaborators', people - 1)
  const { usedBytes } = await readStorage(tx, userId)
  const max = limits.max_stored_bytes
  if (max !== unlimited && usedBytes > max)
    throw new AppError('LIMIT_REACHED', {
      message: `With this project you would store ${formatBytes(usedBytes)} of the ${formatBytes(max)} of the ${limits.display_name} plan. Delete what you no longer need, or upgrade.`,
    })
}

async function requireAccount(tx: Tx, userId: number): Promise<LoadedAccount> {
  const account = await loadAccount(tx, userId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return account
}

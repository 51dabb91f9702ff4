import type { Context } from '../../context.ts'
import { type Actor, type Tx, transact } from '../audit-log/tx.ts'
import { restoreArchived } from './archived-project-store.ts'
import { mailRestored } from './phase/collaborator-mails.ts'
import { hasRoomFor, needsUpgrade, restore } from './phase/excess.ts'
import type { Facts } from './phase/facts.ts'
import { loadAccount } from './phase/phase-account.ts'
import { updatePhase } from './phase/update-phase.ts'

interface Restoring {
  readonly actor: Actor
  /** What else belongs to the same transaction. */
  readonly also: (tx: Tx, done: { readonly restored: number; readonly skipped: number }) => Promise<void>
}

/** Restores the archived projects of an owner for which the plan has room, the oldest first. */
export const restoreWhatFits = (ctx: Context, ownerId: number, { actor, also }: Restoring): Promise<void> =>
  transact(ctx, actor, async (tx) => {
    await tx.lock([ownerId])
    const loaded = await loadAccount(tx, ownerId)
    if (loaded?.user.status !== 'ACTIVE' || loaded.archived.length === 0) return
    const fitting = chooseFitting(loaded.facts)
    for (const archived of loaded.archived) {
      if (!fitting.has(archived.project_id)) continue
      await restoreArchived(tx, archived)
      tx.record({
        type: 'project_restored',
        description: `Restored the project "${archived.name}"`,
        projectId: archived.project_id,
        userId: ownerId,
      })
    }
    if (fitting.size > 0) {
      await mailRestored(tx, ownerId, [...fitting])
      await updatePhase(tx, ownerId)
    }
    await also(tx, { restored: fitting.size, skipped: loaded.archived.length - fitting.size })
  })

/** The same rule as for one project: see `requireRestorable`. */
function chooseFitting(facts: Facts): ReadonlySet<number> {
  const fitting = new Set<number>()
  let next = facts
  for (const project of facts.archived.toSorted((left, right) => left.createdAt - right.createdAt)) {
    if (needsUpgrade(next, project) || !hasRoomFor(next, project)) continue
    next = restore(next, project)
    fitting.add(project.id)
  }
  return fitting
}

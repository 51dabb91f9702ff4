import { TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { checkDeletionGuard } from './deletion-guard.ts'
import { listDueAccounts, listPastDeadline } from './due-account-store.ts'
import { evaluate } from './evaluate.ts'
import { loadAccount } from './load-account.ts'
import { updateDueAccount } from './update-due-account.ts'

const batch = 500
/** With PostgreSQL each waits most of the time. With SQLite they would only be ahead of requests. */
const accountsAtOnce = { sqlite: 1, postgres: 4 } as const

/**
 * Settles every account to which something may happen, each in its own transaction, and takes away what is due: only
 * this and jobs that an operator confirmed do. An account that fails does not stop the others.
 * @returns how many accounts changed
 * @throws the first failure, after every other account was done
 */
export async function sweepPhases(ctx: Context): Promise<number> {
  const failures: unknown[] = []
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TamperedRowError)) failures.push(error)
      else ctx.log.tampered({ table: error.table, id: error.id, requestId: 'sweep' })
      return otherwise
    }
  }
  const destructive = await checkDeletionGuard(ctx, await countPlanned(ctx, attempt))
  const atOnce = accountsAtOnce[ctx.engine]
  let changed = 0
  for (let after = 0; ; ) {
    const ids = await listDueAccounts(ctx.db, { after, limit: batch })
    for (let at = 0; at < ids.length; at += atOnce) {
      const few = ids.slice(at, at + atOnce)
      const updated = few.map((id) => attempt(() => updateDueAccount(ctx, id, { destructive }), false))
      changed += (await Promise.all(updated)).filter(Boolean).length
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < batch) break
    after = last
  }
  if (failures.length > 0) throw failures[0]
  return changed
}

type Attempt = <T>(work: () => Promise<T>, otherwise: T) => Promise<T>

/** How many projects this run would archive or delete. */
async function countPlanned(ctx: Context, attempt: Attempt): Promise<number> {
  let planned = 0
  for (const id of await listPastDeadline(ctx.db, ctx.clock()))
    planned += await attempt(async () => {
      const loaded = await loadAccount(ctx, id)
      if (!loaded) return 0
      const { effects } = evaluate(loaded.facts, ctx.clock(), { destructive: true })
      return effects.filter(({ kind }) => kind === 'archive' || kind === 'delete').length
    }, 0)
  return planned
}

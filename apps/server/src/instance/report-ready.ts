import type { DbContext } from '../context.ts'
import { hasAccounts } from '../features/users/user-store.ts'

/** Tells the process that started this one where it serves, if that process listens, as `npm start` does. */
export async function reportReady({ db }: DbContext, url: string): Promise<void> {
  if (!process.send) return
  process.send({ readyAt: url, hasAccounts: await hasAccounts(db) })
}

import { bytesOfOwner } from '../expired-store.ts'
import type { JobKind, KindDeps } from '../job-kind.ts'
import { expiredAccountsKind } from './expired-accounts.ts'
import { expiredProjectsKind } from './expired-projects.ts'
import { expiredSubscriptionsKind } from './expired-subscriptions.ts'
import { inOrder } from './in-order.ts'
import { sweepsKind } from './sweeps.ts'

/** What the stages before do, account by account. */
const doneBefore = ['accounts', 'projects', 'account-phases']

/** Counts what it deletes; the accounts themselves stay. */
function endedGraces(deps: KindDeps): JobKind {
  const kind = expiredSubscriptionsKind(deps)
  return {
    ...kind,
    preview: async () => {
      const { counts, ...rest } = await kind.preview()
      return { ...rest, counts: { projects: counts.projects ?? 0 } }
    },
  }
}

/** Deletes everything whose time is over: accounts, projects, archived projects, and what the hourly tasks delete. */
export const forceCleanupKind = (deps: KindDeps): JobKind =>
  inOrder([
    expiredAccountsKind(deps, (userId) => bytesOfOwner(deps.ctx.db, userId)),
    expiredProjectsKind(deps),
    endedGraces(deps),
    sweepsKind(deps, (name) => !doneBefore.includes(name)),
  ])

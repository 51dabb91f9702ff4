import { type archiveExcess as endpoint, maxArchivedAtOnce } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { unlimited } from '@envhold/contract/plans.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { archiveByOwner } from './archive-by-owner.ts'
import type { LoadedAccount } from './phase/load-account.ts'

/** Archives all of the caller's projects but those to keep, the newest first. */
export const archiveExcess = async (
  ctx: Context,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> => ({
  archived: await archiveByOwner(ctx, actedBy(caller, origin), (account) =>
    excessOf(account, new Set(body.keep)),
  ),
})

const wrongKeep = (message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path: 'keep', message }] })

function excessOf({ live, facts }: LoadedAccount, keep: ReadonlySet<number>): OwnedProject[] {
  const max = facts.maxProjects
  if (max !== unlimited && keep.size > max)
    throw wrongKeep(`Your plan keeps ${max} ${max === 1 ? 'project' : 'projects'}`)
  const ids = new Set(live.map(({ id }) => id))
  if ([...keep].some((id) => !ids.has(id))) throw wrongKeep('Must be projects of yours')
  return live
    .filter(({ id }) => !keep.has(id))
    .toSorted((left, right) => right.created_at - left.created_at || right.id - left.id)
    .slice(0, maxArchivedAtOnce)
}

import { restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import { type UnavailableProject, unavailableText } from '@envhold/contract/projects/unavailable.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { dayOf } from '../../mail/wording.ts'
import { listUnavailableRows, type UnavailableRow } from './unavailable-project-store.ts'

type Reason = UnavailableProject['reason']

interface Unavailability {
  readonly reason: Reason
  /** When the project is deleted; milliseconds since 1970. */
  readonly until: number | null
}

/** Why a project cannot be used; undefined for one that its owner deleted. */
function unavailabilityOf({ owner, archive, heldAt }: UnavailableRow): Unavailability | undefined {
  if (owner.status === 'INACTIVE')
    return {
      reason: 'owner_deleted',
      until: owner.deleted_at === null ? null : owner.deleted_at + daysMs(restoreWindowDays),
    }
  if (archive) {
    const reason = archive.reason === 'grace_period_manual' ? 'archived_by_owner' : 'archived_by_plan'
    // The clock of the archive of a suspended account is stopped.
    return { reason, until: owner.status === 'SUSPENDED' ? null : archive.expires_at }
  }
  return heldAt === null ? undefined : { reason: 'access_paused', until: null }
}

/** The projects that are shared with a user and cannot be used now. */
export async function listUnavailable(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<UnavailableProject[]> {
  return (await listUnavailableRows(ctx, { userId })).flatMap((row) => {
    const unavailability = unavailabilityOf(row)
    if (!unavailability || row.role === null) return []
    const { reason, until } = unavailability
    return {
      id: row.id,
      name: row.name,
      user_role: row.role,
      owner_username: row.owner.username,
      owner_email: row.owner.email,
      reason,
      until: until === null ? null : wireTime(until),
    }
  })
}

interface Sought {
  readonly projectId: number
  readonly userId: number
  /** An API key of the project is presented, whose holder need not be the owner. */
  readonly byKey?: boolean
}

/**
 * NOT_FOUND for a project that a user has no access to. Its owner and its collaborators read why, anyone else nothing.
 * @param message for everyone else
 */
export async function projectNotFound(
  ctx: DbContext<'secrets'>,
  { userId, projectId, byKey = false }: Sought,
  message: string,
): Promise<AppError> {
  const [row] = await listUnavailableRows(ctx, { userId, projectId })
  const unavailability = row && unavailabilityOf(row)
  if (!unavailability) return new AppError('NOT_FOUND', { message })
  const { reason, until } = unavailability
  const why = unavailableText(reason, until === null ? null : dayOf(until))
  return new AppError('NOT_FOUND', {
    message: row.role === null && !byKey ? `${why}.` : `${why}. Ask ${row.owner.username}, the owner.`,
    fields: { unavailable: reason },
  })
}

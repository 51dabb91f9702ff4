import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import { AppError } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import { isUniqueViolation } from '../../db/storage-errors.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { RetentionRule } from '../../jobs/retention-rule.ts'
import { findEnvironment } from './environment-store.ts'
import { deleteEndedFormerNames, endOf, type FormerName, findFormerName } from './former-name-store.ts'

interface WantedName {
  readonly projectId: number
  readonly name: string
  /** An environment may get back its own name. */
  readonly exceptOf?: number
}

/**
 * Keeps a name for the environment that still answers to it: a key that uses it must not read another one unnoticed.
 * The owner of the project must be locked.
 * @throws AppError CONFLICT
 */
export async function rejectFormerName(
  ctx: DbContext<'secrets' | 'clock' | 'engine'>,
  { projectId, name, exceptOf }: WantedName,
): Promise<void> {
  const former = await findFormerName(ctx, projectId, name)
  if (!former || former.environment_id === exceptOf) return
  const environment = await findEnvironment(ctx, former.environment_id)
  const until = wireTime(endOf(former)).slice(0, 10)
  const message = `The environment "${environment?.name}" still answers to "${former.name}", until ${until}. End that name there first, or choose another.`
  throw new AppError('CONFLICT', { message, details: [{ path: 'name', message }] })
}

/** Runs work that names an environment. @throws AppError CONFLICT when the project has one of that name */
export async function rejectTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'An environment with this name already exists in this project'
    throw new AppError('CONFLICT', { message, details: [{ path: 'name', message }] })
  }
}

/**
 * The headers of a response to a call by a former name: since when it is one (RFC 9745) and when it ends (RFC 8594), and
 * the same as text. Names of environments have no character that a header cannot have.
 */
export function formerNameHeaders(
  former: FormerName | undefined,
  name: string,
): Readonly<Record<string, string>> {
  if (!former) return {}
  const end = endOf(former)
  return {
    deprecation: `@${Math.floor(former.renamed_at / 1_000)}`,
    sunset: new Date(end).toUTCString(),
    'x-envhold-warnings': `former-name: ${former.name} is now ${name} and ends on ${wireTime(end).slice(0, 10)}`,
  }
}

export const formerNameRetention: readonly RetentionRule[] = [
  {
    what: 'A former name of an environment, which still answers',
    period: { days: formerNameDays },
    after: 'the environment is renamed',
  },
]

export const sweepFormerNames = (ctx: Context): Promise<number> => deleteEndedFormerNames(ctx)

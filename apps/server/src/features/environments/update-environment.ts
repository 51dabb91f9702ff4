import type {
  Environment,
  updateEnvironment as endpoint,
} from '@envhold/contract/environments/environments.ts'
import { maxFormerNames } from '@envhold/contract/environments/former-names.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { requireEnvironment } from './environment-access.ts'
import { canonicalName, changeEnvironment, type EnvironmentRow } from './environment-store.ts'
import { environmentView, isProtected, requireConfirmation } from './environment-view.ts'
import { rejectFormerName, rejectTakenNames } from './former-name-rules.ts'
import { deleteFormerName, insertFormerName, listFormerNameRows } from './former-name-store.ts'

/** What this reads of a call. A call that only renames has all of it, too. */
type Update = Pick<Call<typeof endpoint>, 'caller' | 'params' | 'body' | 'origin' | 'confirmedEnvironment'>

/** @throws AppError CONFLICT when another environment of the project has or had this name, PROTECTED_ENVIRONMENT */
export function changeEnvironmentOf(
  ctx: Context,
  { caller, params, body, origin, confirmedEnvironment }: Update,
): Promise<Environment> {
  return rejectTakenNames(() =>
    transact(ctx, actorOf(caller, origin), async (tx) => {
      const access = { id: params.id, operation: 'manage' } as const
      // Delays concurrent creations and renames in the project, so that no name is used and kept at the same time.
      if (body.name !== undefined) await tx.lock([caller.userId])
      const { environment } = await requireEnvironment(tx, caller, { ...access, hold: true })
      const { name = environment.name, color = environment.color } = body
      const is_protected = (body.protected ?? isProtected(environment)) ? 1 : null
      const after = { ...environment, name, color, is_protected }
      if (name !== environment.name || is_protected !== environment.is_protected)
        requireConfirmation(environment, confirmedEnvironment, { replaced: 0, deleted: 0 })
      const done = describe(environment, after)
      if (done.length === 0) return await environmentView(tx, environment)
      await retainFormerName(tx, environment, name)
      const changed = await changeEnvironment(tx, environment, { name, color, is_protected })
      for (const event of done)
        tx.record({
          type: 'environment_updated',
          ...event,
          projectId: environment.project_id,
          environmentId: environment.id,
        })
      return await environmentView(tx, changed)
    }),
  )
}

type EnvironmentSettings = Pick<EnvironmentRow, 'name' | 'color' | 'is_protected'>

/** One event for each change. */
function describe(
  before: EnvironmentSettings,
  after: EnvironmentSettings,
): Pick<ActivityEvent, 'severity' | 'description'>[] {
  const { name } = after
  const events: Pick<ActivityEvent, 'severity' | 'description'>[] = []
  if (name !== before.name)
    events.push({ severity: 'low', description: `Renamed the environment "${before.name}" to "${name}"` })
  if (after.color !== before.color)
    events.push({
      severity: 'low',
      description: `Changed the color of the environment "${name}" to ${after.color ?? 'that of its name'}`,
    })
  if (isProtected(after) !== isProtected(before))
    events.push(
      isProtected(after)
        ? { severity: 'low', description: `Protected the environment "${name}"` }
        : { severity: 'medium', description: `Removed the protection of the environment "${name}"` },
    )
  return events
}

/**
 * Lets an environment answer to its name after a rename, so that keys and commands that use it work on for a while. The
 * owner of the project must be locked.
 * @throws AppError CONFLICT when another environment still answers to the new name
 */
async function retainFormerName(tx: Tx, environment: EnvironmentRow, newName: string): Promise<void> {
  const { id, project_id } = environment
  const name_canonical = canonicalName(newName)
  if (name_canonical === canonicalName(environment.name)) return
  await rejectFormerName(tx, { projectId: project_id, name: newName, exceptOf: id })
  // The environment may get back a name that it had.
  await deleteFormerName(tx.db, { project_id, name_canonical })
  await insertFormerName(tx, environment)
  const rows = await listFormerNameRows(tx, id)
  for (const row of rows.slice(maxFormerNames)) await deleteFormerName(tx.db, row)
}

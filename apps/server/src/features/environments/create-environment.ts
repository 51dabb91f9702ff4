import type { Environment, createEnvironment as endpoint } from '@envhold/contract/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { isProtectedByName } from '@envhold/contract/protection.ts'
import { newEnvironmentKey } from '@envhold/vault/environment.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transactOnce } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { startEpoch } from '../keyring/start-epoch.ts'
import { unlock } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { storageCosts } from '../projects/storage-store.ts'
import { insertEnvironment, listEnvironmentRows } from './environment-store.ts'
import { environmentView } from './environment-view.ts'
import { makeRoom } from './make-room.ts'
import { rejectFormerName } from './reject-former-name.ts'
import { rejectTakenNames } from './reject-taken-names.ts'
import { verifiedRecipients } from './verified-recipients.ts'

/**
 * @throws AppError CONFLICT when an environment of the project has or had this name, LIMIT_REACHED when it has too
 *   many, or the storage is full
 */
export async function createEnvironment(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<Environment> {
  const { caller, params, body, origin, reservation } = call
  await requireProject(ctx, caller, params.projectId, 'manage')
  const holder = await unlock(ctx, ring, call)
  return await rejectTakenNames(() =>
    transactOnce(ctx, actedBy(caller, origin), reservation, async (tx) => {
      const { project } = await requireProject(tx, caller, params.projectId, 'manage')
      // Delays concurrent grants and revocations of tokens and keys, so that the list of recipients is exact.
      await tx.lock([project.owner_id])
      if ((await listEnvironmentRows(tx, project.id)).length >= limits.projectEnvironments)
        throw new AppError('LIMIT_REACHED', {
          message: `A project can have at most ${limits.projectEnvironments} environments.`,
        })
      await rejectFormerName(tx, { projectId: project.id, name: body.name })
      const recipients = await verifiedRecipients(tx, holder, project)
      const bytes = storageCosts.environment + storageCosts.epoch + storageCosts.grant * recipients.length
      await makeRoom(tx, { ownerId: project.owner_id, userId: caller.userId, bytes })
      const row = await insertEnvironment(tx, {
        projectId: project.id,
        name: body.name,
        color: body.color ?? null,
        is_protected: (body.protected ?? isProtectedByName(body.name)) ? 1 : null,
      })
      const at = { project: project.id, environment: row.id, epoch: row.epoch }
      await startEpoch(tx, at, { key: newEnvironmentKey(), previous: null, holders: recipients })
      tx.created(row.id)
      tx.record({
        type: 'environment_created',
        severity: 'low',
        description: `Created the environment "${body.name}" in "${project.name}"`,
        projectId: project.id,
        environmentId: row.id,
      })
      return environmentView(row)
    }),
  )
}

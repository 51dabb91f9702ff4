/** Environments: named sets of variables in a project, each with its own key, versions and history. */

import { isProtectedByName } from '@envhold/contract/accounts/protection.ts'
import * as contract from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { newEnvironmentKey } from '@envhold/vault/environment.ts'
import { AppError, notFound } from '../../app-error.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, transact, transactOnce } from '../audit-log/tx.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { startEpoch } from '../keyring/start-epoch.ts'
import { unlock } from '../keyring/unlock.ts'
import { listAccess, requireProject, sees } from '../projects/project-access.ts'
import { storageCosts } from '../projects/storage-store.ts'
import { requireEnvironment } from './environment-access.ts'
import {
  deleteEnvironmentRow,
  environmentsByProject,
  insertEnvironment,
  listEnvironmentRows,
  listEnvironmentsById,
} from './environment-store.ts'
import { environmentView, environmentViews, requireConfirmation } from './environment-view.ts'
import { rejectFormerName, rejectTakenNames } from './former-name-rules.ts'
import { makeRoom } from './make-room.ts'
import { changeEnvironmentOf } from './update-environment.ts'
import { verifiedRecipients } from './verified-recipients.ts'

/** The environments of a project that the caller can see. */
export const listEnvironments = verb(contract.listEnvironments, async (ctx, { caller, params }) => {
  const access = await requireProject(ctx, caller, params.projectId, 'read')
  const rows = await listEnvironmentRows(ctx, access.project.id)
  const seen = rows.filter(({ id }) => sees(access, id))
  return { environments: await environmentViews(ctx, seen) }
})

/** The environments that the caller sees in all projects, those of the newest project first. */
export const listAccessibleEnvironments = verb(
  contract.listAccessibleEnvironments,
  async (ctx, { caller }) => {
    const accesses = await listAccess(ctx, caller.userId)
    const byProject = await environmentsByProject(
      ctx,
      accesses.map(({ project }) => project.id),
    )
    const seen = accesses.flatMap((access) =>
      (byProject.get(access.project.id) ?? []).filter(({ id }) => sees(access, id)),
    )
    return { environments: await environmentViews(ctx, seen.slice(0, contract.maxListedEnvironments)) }
  },
)

/**
 * @throws AppError CONFLICT when an environment of the project has or had this name, LIMIT_REACHED when it has too
 *   many, or the storage is full
 */
export const createEnvironment = verb(contract.createEnvironment, async (world: VaultWorld, call) => {
  const { caller, params, body, origin, reservation } = call
  await requireProject(world, caller, params.projectId, 'manage')
  const holder = await unlock(world, call)
  return await rejectTakenNames(() =>
    transactOnce(world, actorOf(caller, origin), reservation, async (tx) => {
      // Delays concurrent grants and revocations of tokens and keys, so that the list of recipients is exact, and a
      // transfer of the project: the caller is the owner.
      await tx.lock([caller.userId])
      const { project } = await requireProject(tx, caller, params.projectId, 'manage')
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
        description: `Created the environment "${body.name}" in "${project.name}"`,
        projectId: project.id,
        environmentId: row.id,
      })
      return { environment: await environmentView(tx, row) }
    }),
  )
})

export const renameEnvironment = verb(contract.renameEnvironment, async (ctx, call) => ({
  environment: await changeEnvironmentOf(ctx, call),
}))

export const updateEnvironment = verb(contract.updateEnvironment, async (ctx, call) => ({
  environment: await changeEnvironmentOf(ctx, call),
}))

/** Deletes its keys, versions and grants too. */
export const deleteEnvironment = verb(
  contract.deleteEnvironment,
  (ctx, { caller, params, origin, confirmedEnvironment }) =>
    transact(ctx, actorOf(caller, origin), async (tx) => {
      const { environment, project } = await requireEnvironment(tx, caller, {
        id: params.envId,
        operation: 'manage',
        hold: true,
      })
      if (project.id !== params.projectId) throw notFound('Environment not found')
      requireConfirmation(environment, confirmedEnvironment, {
        replaced: 0,
        deleted: environment.variable_count,
      })
      await deleteEnvironmentRow(tx.db, environment.id)
      tx.revoked({ kind: 'environment', projectId: project.id, environmentId: environment.id })
      tx.record({
        type: 'environment_deleted',
        description: `Deleted the environment "${environment.name}" of "${project.name}"`,
        projectId: project.id,
        environmentId: environment.id,
      })
      return { message: 'Environment deleted successfully!' }
    }),
)

/** How many variables each environment holds, by id. Environments that the caller does not see are left out. */
export const countVariables = verb(contract.countVariables, async (ctx, { caller, body }) => {
  const rows = await listEnvironmentsById(ctx, body.environmentIds)
  const accesses = await listAccess(ctx, caller.userId)
  const byProject = new Map(accesses.map((access) => [access.project.id, access]))
  const seen = rows.filter(({ id, project_id }) => {
    const access = byProject.get(project_id)
    return access !== undefined && sees(access, id)
  })
  return {
    counts: Object.fromEntries(seen.map(({ id, variable_count }) => [String(id), variable_count])),
  }
})

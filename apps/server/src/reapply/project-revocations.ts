/** Takes away again who and what may read a project. */

import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import {
  changeApiKey,
  deleteApiKeyRow,
  environmentsOfKey,
  findApiKey,
  listApiKeyRows,
} from '../features/api-keys/api-key-store.ts'
import { listText } from '../features/api-keys/validate-api-key-request.ts'
import { updatePhase } from '../features/archive/phase/update-phase.ts'
import type { Tx, TxEvent } from '../features/audit-log/tx.ts'
import { endInvitation } from '../features/collaborators/end-invitation.ts'
import { findInvitation, findInvitationTo } from '../features/collaborators/invitation-store.ts'
import {
  endMembership,
  endOfferWithout,
  principalsOfCollaborator,
} from '../features/collaborators/membership.ts'
import { changeEnvironment, listEnvironmentIds } from '../features/environments/environment-store.ts'
import { revokeEnvironments, revokePrincipal } from '../features/grants/revoke-environments.ts'
import { changePrincipal } from '../features/keyring/principal-store.ts'
import {
  changeMembership,
  environmentsText,
  listMemberships,
  sharedIn,
} from '../features/projects/membership-store.ts'
import type { ProjectRow } from '../features/projects/project-store.ts'
import { deleteKeyCounters } from '../features/usage/erase-usage.ts'
import type { User } from '../features/users/user-store.ts'
import { type Act, about, afterRestore, notifyPeople } from './revoked-subject.ts'

/** People of a project see what happened, and not which operator restored the backup. */
const record = (tx: Tx, projectId: number, event: Pick<TxEvent, 'type' | 'description' | 'environmentId'>) =>
  tx.record({ severity: 'high', projectId, userId: null, tokenId: null, origin: null, ...event })

const switchOff = async (tx: Tx, key: NonNullable<Awaited<ReturnType<typeof findApiKey>>>) => {
  await changeApiKey(tx, key, { is_active: 0 })
  tx.revoked({ kind: 'api_key_off', projectId: key.project_id, subject: key.id })
  const description = `Switched off the API key "${key.key_name}" ${afterRestore}`
  record(tx, key.project_id, { type: 'api_key_updated', description })
}

/** A collaborator who has not joined again since. */
async function findMember(tx: Tx, { id }: ProjectRow, user: User, at: number) {
  const [member] = await listMemberships(tx, id, user.id)
  return member && member.accepted_at <= at ? member : undefined
}

export const projectActs = {
  api_key: about(['project'], async (tx, { row, project }) => {
    const key = await findApiKey(tx, project.id, row.subject)
    if (!key) return 'missing'
    await deleteApiKeyRow(tx.db, key.id)
    await deleteKeyCounters(tx, key.id)
    await revokePrincipal(tx, { kind: 'api-key', id: key.id }, null)
    tx.revoked({ kind: 'api_key', projectId: project.id, subject: key.id })
    const description = `Deleted the API key "${key.key_name}" ${afterRestore}`
    record(tx, project.id, { type: 'api_key_deleted', description })
    return 'repeated'
  }),

  api_key_off: about(['project'], async (tx, { row, project }) => {
    const key = await findApiKey(tx, project.id, row.subject)
    if (!key?.is_active) return 'missing'
    await switchOff(tx, key)
    return 'repeated'
  }),

  api_key_environment: about(['project', 'environment'], async (tx, { row, project, environment }) => {
    const key = await findApiKey(tx, project.id, row.subject)
    if (!key) return 'missing'
    const principal = { kind: 'api-key', id: key.id } as const
    const had = environmentsOfKey(key) ?? (await listEnvironmentIds(tx, project.id)).map(String)
    await changePrincipal(tx, principal, { all_environments: 0 })
    const left = had.filter((id) => id !== String(environment.id))
    await changeApiKey(tx, key, { environment_access: listText(left) })
    await revokeEnvironments(tx, { principals: [principal], environmentIds: [environment.id], holder: null })
    const withdrawn = { projectId: project.id, environmentId: environment.id }
    tx.revoked({ kind: 'api_key_environment', ...withdrawn, subject: key.id })
    const description = `Withdrew "${environment.name}" from the API key "${key.key_name}" ${afterRestore}`
    record(tx, project.id, { type: 'api_key_updated', description, environmentId: environment.id })
    return 'repeated'
  }),

  collaborator: about(['project', 'user'], async (tx, { row, project, user }) => {
    const member = await findMember(tx, project, user, row.at)
    // The backup may be from before they accepted.
    const invitation = await findInvitationTo(tx, project.id, user.email_canonical)
    const isOpen = invitation !== undefined && invitation.created_at <= row.at
    if (isOpen) await endInvitation(tx, invitation, null)
    if (member) await endMembership(tx, member, null)
    if (!member && !isOpen) return 'missing'
    const description = `Removed ${user.username} from "${project.name}" ${afterRestore}`
    record(tx, project.id, { type: 'user_removed', description })
    await updatePhase(tx, project.owner_id)
    return 'repeated'
  }),

  collaborator_role: about(['project', 'user'], async (tx, { row, project, user }) => {
    const member = await findMember(tx, project, user, row.at)
    if (member?.role !== 'write') return 'missing'
    await changeMembership(tx, member, { role: 'read' })
    tx.revoked({ kind: 'collaborator_role', userId: user.id, projectId: project.id })
    const description = `Changed the permission of ${user.username} in "${project.name}" (read) ${afterRestore}`
    record(tx, project.id, { type: 'user_role_changed', description })
    return 'repeated'
  }),

  collaborator_environment: about(
    ['project', 'user', 'environment'],
    async (tx, { row, project, user, environment }) => {
      const member = await findMember(tx, project, user, row.at)
      if (!member || !sharedIn(member).includes(environment.id)) return 'missing'
      const { principals } = await principalsOfCollaborator(tx, member)
      await revokeEnvironments(tx, { principals, environmentIds: [environment.id], holder: null })
      const left = sharedIn(member).filter((id) => id !== environment.id)
      await changeMembership(tx, member, { environments: environmentsText(left) })
      await endOfferWithout(tx, member)
      const withdrawn = { userId: user.id, projectId: project.id, environmentId: environment.id }
      tx.revoked({ kind: 'collaborator_environment', ...withdrawn })
      const description = `Withdrew "${environment.name}" from ${user.username} ${afterRestore}`
      record(tx, project.id, { type: 'user_role_changed', description, environmentId: environment.id })
      return 'repeated'
    },
  ),

  invitation: about(['project'], async (tx, { row, project }) => {
    const invitation = await findInvitation(tx, row.subject)
    if (!invitation || invitation.project_id !== project.id) return 'missing'
    await endInvitation(tx, invitation, null)
    const description = `Canceled the invitation of ${invitation.email} to "${project.name}" ${afterRestore}`
    record(tx, project.id, { type: 'invitation_canceled', description })
    return 'repeated'
  }),

  // It may be what the backup was restored for, so it stays. Nothing can read it unless its owner says so.
  project: about(['project'], async (tx, subject) => {
    if (subject.project.removed_at !== null) return 'missing'
    const keys = await listApiKeyRows(tx.db, subject.project.id)
    for (const { id, is_active } of keys) {
      const key = is_active ? await findApiKey(tx, subject.project.id, id) : undefined
      if (key) await switchOff(tx, key)
    }
    return await notifyPeople(tx, subject)
  }),

  // The next holder of the key who may write rotates it.
  environment_key: about(['environment'], async (tx, { environment }) => {
    await changeEnvironment(tx, environment, { rekey_pending: 1 })
    return 'repeated'
  }),
} satisfies Partial<Record<RevocationKind, Act>>

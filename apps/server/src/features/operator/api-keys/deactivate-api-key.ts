import * as contract from '@envhold/contract/operator/api-keys.ts'
import { conflict, notFound } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { boundNames } from '../../../mail/wording.ts'
import { operatorOf } from '../../accounts/suspend-account.ts'
import { type ApiKeyRow, changeApiKey, findApiKey } from '../../api-keys/api-key-store.ts'
import { notifyKeyOwner } from '../../api-keys/notify-key-owner.ts'
import { type Tx, transact, unnamedActor } from '../../audit-log/tx.ts'
import { revokeGrantsOfKey } from '../../grants/revoke-all-grants.ts'
import type { ProjectRow } from '../../projects/project-store.ts'
import { findUser } from '../../users/user-store.ts'
import { requireNoMorePermissions } from '../roles/authority.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import { findProjectOfKey } from './every-api-key-store.ts'

/** Ends permanently what a key can open; rejected if an operator did so before. */
export const deactivateApiKey = verb(
  contract.deactivateApiKey,
  async (ctx, { caller, params, body, origin }) => {
    await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
      const owner_id = (await findProjectOfKey(tx, params.id))?.owner_id
      if (owner_id === undefined) throw notFound('API key not found')
      // Its owner cannot change or delete the key meanwhile.
      await tx.lock([caller.userId, owner_id])
      const project = await findProjectOfKey(tx, params.id)
      const owner = await findUser(tx, owner_id)
      const key = project && (await findApiKey(tx, project.id, params.id))
      if (!owner || !key) throw notFound('API key not found')
      if (project.owner_id !== owner_id) throw conflict('The project has just got another owner. Try again.')
      await requireNoMorePermissions(tx, owner, 'admin.cleanup')
      if (key.deactivated_at !== null) throw conflict('An operator deactivated this API key before.')
      const { reason } = body
      await changeApiKey(tx, key, { is_active: 0, deactivated_at: tx.clock(), deactivated_reason: reason })
      const opened = await revokeGrantsOfKey(tx, key.id)
      await mailDeactivation(tx, { project, key, reason, opened })
      await recordOperatorAction(tx, {
        userId: project.owner_id,
        act: 'deactivate_api_key',
        reason,
        details: { api_key: key.key_name, project: project.name, project_id: project.id },
      })
      const revoked = { projectId: project.id, subject: key.id }
      tx.revoked(
        { kind: 'api_key_off', ...revoked },
        ...opened.map(({ id }) => ({ kind: 'api_key_environment', ...revoked, environmentId: id }) as const),
      )
      tx.record({
        type: 'api_key_deactivated',
        description: `${operatorOf(tx)} deactivated the API key "${key.key_name}": ${reason}`,
        projectId: project.id,
        ...unnamedActor,
      })
    })
    return { message: 'API key deactivated successfully' }
  },
)

interface Deactivation {
  readonly project: ProjectRow
  readonly key: ApiKeyRow
  readonly reason: string
  readonly opened: readonly { readonly name: string }[]
}

/** The owner alone is e-mailed: who created it may no longer have access. */
async function mailDeactivation(tx: Tx, { project, key, reason, opened }: Deactivation): Promise<void> {
  const { owner_id, name } = project
  const facts = { project: name, key: key.key_name, reason, supportEmail: tx.config.supportEmail }
  const { names, more } = boundNames(opened.map((environment) => environment.name))
  await notifyKeyOwner(tx, { owner_id }, 'apiKeyDeactivated', {
    ...facts,
    environments: names,
    more,
    projectId: project.id,
  })
}

import type { deactivateApiKey as endpoint } from '@envhold/contract/operator/api-keys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { operatorOf } from '../../accounts/operator-of.ts'
import { changeApiKey, findApiKey } from '../../api-keys/api-key-store.ts'
import { notifyKeyOwners } from '../../api-keys/notify-key-owners.ts'
import { transact } from '../../audit-log/tx.ts'
import { readAuthority } from '../roles/authority.ts'
import { recordOperatorAct } from '../users/operator-act-store.ts'
import { findProjectOfKey } from './project-of-key-store.ts'

const notFound = () => new AppError('NOT_FOUND', { message: 'API key not found' })

/** @throws AppError NOT_FOUND; CONFLICT if an operator did so before; FORBIDDEN */
export async function deactivateApiKey(
  ctx: Context,
  { caller, params, body, origin }: Call<typeof endpoint>,
): Promise<void> {
  await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    const project = await findProjectOfKey(tx, params.id)
    if (!project) throw notFound()
    // Its owner cannot change or delete the key meanwhile.
    await tx.lock([caller.userId, project.owner_id])
    await readAuthority(tx, 'admin.cleanup')
    const key = await findApiKey(tx, project.id, params.id)
    if (!key) throw notFound()
    if (key.deactivated_at !== null)
      throw new AppError('CONFLICT', { message: 'An operator deactivated this API key before.' })
    const { reason } = body
    await changeApiKey(tx, key, {
      is_active: 0,
      deactivated_at: tx.clock(),
      deactivated_reason: reason,
    })
    await notifyKeyOwners(
      tx,
      { owner_id: project.owner_id, creator_id: key.creator_id },
      'apiKeyDeactivated',
      {
        project: project.name,
        key: key.key_name,
        reason,
        supportEmail: tx.config.supportEmail,
      },
    )
    await recordOperatorAct(tx, {
      userId: project.owner_id,
      act: 'deactivate_api_key',
      reason,
      details: { api_key: key.key_name, project: project.name, project_id: project.id },
    })
    tx.revoked({ kind: 'api_key_off', projectId: project.id, subject: key.id })
    tx.record({
      type: 'api_key_deactivated',
      severity: 'high',
      description: `${operatorOf(tx)} deactivated the API key "${key.key_name}": ${reason}`,
      projectId: project.id,
      userId: null,
      origin: null,
    })
  })
}

import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { hasRecentAccountEvent } from '../../activity/recent-account-event.ts'
import { transact } from '../../audit-log/tx.ts'
import type { DescribedKey } from './every-api-key-store.ts'

const hourMs = 3_600_000

interface Look {
  readonly caller: { readonly userId: number }
  readonly origin: Origin
}

/**
 * Records that an operator looked at a key: in the activity of its project, without the operator's name, and in the
 * operator's own. Once an hour, because the page asks every few seconds.
 */
export async function recordLook(ctx: Context, { caller, origin }: Look, key: DescribedKey): Promise<void> {
  const { userId } = caller
  const own = {
    type: 'api_key_viewed',
    severity: 'low',
    // The id alone: nothing has to be erased when the key or its project is deleted.
    description: `As an operator, looked at the API key ${key.id} of project ${key.project_id}`,
  } as const
  const isRecorded = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
    hasRecentAccountEvent(db, userId, { ...own, since: clock() - hourMs })
  if (await isRecorded(ctx)) return
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (await isRecorded(tx)) return
    tx.record(own, {
      type: 'api_key_viewed',
      severity: 'low',
      description: `An operator looked at the API key "${key.key_name}" and its usage`,
      projectId: key.project_id,
      userId: null,
      origin: null,
    })
  })
}

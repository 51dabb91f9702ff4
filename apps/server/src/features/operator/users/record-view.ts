import type { Context, DbContext } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { hasRecentAccountEvent } from '../../activity/instance-wide/instance-store.ts'
import { type TxEvent, transact } from '../../audit-log/tx.ts'

const hourMs = 3_600_000

interface Viewer {
  readonly caller: { readonly userId: number }
  readonly origin: Origin
}

interface View {
  readonly type: 'account_viewed' | 'api_key_viewed'
  /** The text in the operator's own activity. It names by ids alone, so nothing has to be erased later. */
  readonly own: string
  /** The entry for those whom it concerns, without the operator's name. */
  readonly shown: Pick<TxEvent, 'description' | 'projectId' | 'userId'>
}

/** Records that an operator looked at something. Once an hour, because pages ask every few seconds. */
export async function recordView(
  ctx: Context,
  { caller: { userId }, origin }: Viewer,
  { type, own, shown }: View,
): Promise<void> {
  const event = { type, severity: 'low', description: own } as const
  const isRecorded = ({ db, clock }: DbContext<'clock'>) =>
    hasRecentAccountEvent(db, userId, { ...event, since: clock() - hourMs })
  if (await isRecorded(ctx)) return
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (await isRecorded(tx)) return
    tx.record(event, { ...shown, type, severity: 'low', origin: null })
  })
}

const parts = {
  state: 'the state of account',
  billing: 'what is paid for account',
  invoice: 'an invoice of account',
} as const

/** The same for a part of an account. Nothing of an operator’s own account is recorded. */
export async function recordAccountView(
  ctx: Context,
  viewer: Viewer,
  { id, part }: { readonly id: number; readonly part: keyof typeof parts },
): Promise<void> {
  if (viewer.caller.userId === id) return
  const description = {
    state: 'An operator looked at the state of the account and its last events',
    billing: 'An operator looked at the subscriptions, invoices and failed payments of the account',
    invoice: 'An operator opened an invoice of the account',
  }[part]
  await recordView(ctx, viewer, {
    type: 'account_viewed',
    own: `As an operator, looked at ${parts[part]} ${id}`,
    shown: { description, userId: id },
  })
}

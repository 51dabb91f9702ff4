import { confirmEmailHours, type readEmailChange as endpoint } from '@envhold/contract/email-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { findPendingChange } from './email-change-store.ts'

export async function readEmailChange(ctx: Context, userId: number): Promise<OutputOf<typeof endpoint>> {
  const change = await findPendingChange(ctx, userId)
  const until = (change?.created_at ?? 0) + confirmEmailHours * 3_600_000
  if (!change || until <= ctx.clock()) return { pending: null }
  return { pending: { email: change.new_email, expires_at: wireTime(until) } }
}

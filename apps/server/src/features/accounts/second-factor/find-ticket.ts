import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import { ipRateKey } from '../../../http/ip-rate-key.ts'
import type { Origin } from '../../../http/route.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { requireRateLimitLeft } from '../../users/require-rate-limit.ts'
import { expiredTicket, parseTicket } from './parse-ticket.ts'
import { type OpenTicket, readOpenTicket } from './read-open-ticket.ts'

/** How many tickets that are not valid one IP address may try. */
const invalidPerIp: AttemptRule = { kind: 'mfa-ticket-address', limit: 60, windowMs: 15 * 60_000 }

/**
 * Finds the sign-in that a ticket continues.
 * @throws AppError NOT_FOUND, RATE_LIMITED; TamperedRowError
 */
export async function findTicket(ctx: Context, text: string, origin: Origin): Promise<OpenTicket> {
  const token = parseTicket(text)
  const ipKey = ipRateKey(origin.ip)
  await requireRateLimitLeft(ctx, invalidPerIp, ipKey)
  const open = await readOpenTicket(ctx, token, origin.ip)
  if (open) return open
  await commitTogether(ctx, (tx) => raiseAttempts(tx, invalidPerIp, ipKey))
  throw expiredTicket()
}

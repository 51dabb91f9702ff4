/**
 * Approvals, from the side that asks: it gets a code to show and a link, a person decides on a page, and it polls until
 * then (RFC 8628). The asker holds a token with a key pair, of which only the hash and the public key are stored.
 */

import { newUserCode, userCodeMac, userCodeTag } from '@envhold/integrity/user-code.ts'
import { AppError } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import { isUniqueViolation } from '../../db/storage-errors.ts'
import { ipNetworks } from '../../http/requests/ip-rate-key.ts'
import { requireNetworkLimit } from '../users/attempt-limits.ts'
import type { AttemptRule } from '../users/attempt-store.ts'
import {
  type Approval,
  countOpenApprovals,
  deleteApproval,
  insertApproval,
  listUnread,
  notePoll,
  raiseInterval,
} from './approval-store.ts'

/** What can be asked for, with its limits and texts. */
export interface ApprovalKind {
  readonly lifetimeMs: number
  readonly pollSeconds: number
  /** How much longer the asker waits after each poll that is too early. */
  readonly slowDownSeconds: number
  /** Anybody can ask, and each time stores a row. */
  readonly perIp: AttemptRule
  /** Counted for as long as an approval waits for its code. */
  readonly wrongCodes: AttemptRule
  /** Of the instance. It also bounds how likely a guessed code is one that waits. */
  readonly maxOpen: number
  /** The path of the page on which a person decides. */
  readonly page: string
  readonly tooMany: string
  readonly unknownCode: string
  readonly noLongerOpen: string
}

/** What the asker says about itself, and what identifies it. */
export type Request = Pick<Approval, 'id' | 'auth_hash' | 'public_key' | 'device_name' | 'client' | 'ip'>

export interface Asked {
  readonly userCode: string
  /** Where the person enters the code. */
  readonly page: string
  /** The same page with the code in it. */
  readonly link: string
}

const triesPerCode = 3
/** A poll that is a little early is in time: networks deliver some calls faster than others. */
const toleranceMs = 1_000
const maxIntervalSeconds = 60

/** Asks for an approval. @throws AppError RATE_LIMITED */
export async function ask(ctx: Context, kind: ApprovalKind, request: Request): Promise<Asked> {
  await requireNetworkLimit(ctx, kind.perIp, request.ip)
  const now = ctx.clock()
  const userCode = await storeUnderNewCode(ctx, {
    ...request,
    status: 'pending',
    user_id: null,
    review_hash: null,
    token_id: null,
    sealed_token: null,
    interval_seconds: kind.pollSeconds,
    last_polled_at: null,
    created_at: now,
    expires_at: now + kind.lifetimeMs,
  })
  if (!(await trim(ctx, kind, request.id)))
    throw new AppError('RATE_LIMITED', { message: kind.tooMany, retryAfter: 60 })
  const page = `${ctx.config.publicUrl}${kind.page}`
  const link = new URLSearchParams({ code: userCode, tag: userCodeTag(ctx.secrets, request.id, userCode) })
  return { userCode, page, link: `${page}?${link}` }
}

export type PollStatus = 'slow_down' | 'authorization_pending' | 'access_denied' | 'approved'

/** How an approval stands, and how long the asker waits before its next poll, in seconds. */
export async function poll(
  ctx: DbContext<'clock'>,
  kind: ApprovalKind,
  { id, status, interval_seconds: interval }: Approval,
): Promise<{ readonly status: PollStatus; readonly interval: number }> {
  if (!(await notePoll(ctx, id, interval * 1_000 - toleranceMs))) {
    await raiseInterval(ctx.db, id, { by: kind.slowDownSeconds, max: maxIntervalSeconds })
    return { status: 'slow_down', interval: Math.min(interval + kind.slowDownSeconds, maxIntervalSeconds) }
  }
  if (status === 'pending') return { status: 'authorization_pending', interval }
  return { status: status === 'denied' ? 'access_denied' : status, interval: kind.pollSeconds }
}

type NewApproval = Omit<Approval, 'user_code_mac' | 'mac'>

/** Two approvals with the same code would be one too many: the second gets another. */
async function storeUnderNewCode(ctx: Context, approval: NewApproval): Promise<string> {
  for (let tries = 1; ; tries++) {
    const code = newUserCode()
    try {
      await insertApproval(ctx, { ...approval, user_code_mac: userCodeMac(ctx.secrets, code) })
      return code
    } catch (error) {
      if (tries === triesPerCode || !isUniqueViolation(error)) throw error
    }
  }
}

const widest = (ip: string) => ipNetworks(ip).at(-1) ?? ip

/**
 * Deletes approvals beyond the limit, after one was added: of the network that has most of those that nobody has looked
 * at, the oldest. Strangers who ask often therefore replace their own. Several nodes may do this at once: they choose
 * the same ones.
 * @param added the id of the new one
 * @returns whether the new one is still there
 */
async function trim(ctx: DbContext<'clock'>, { maxOpen }: ApprovalKind, added: string): Promise<boolean> {
  const now = ctx.clock()
  let excess = (await countOpenApprovals(ctx.db, now)) - maxOpen
  if (excess <= 0) return true
  const byNetwork = Map.groupBy(await listUnread(ctx.db, now), ({ ip }) => widest(ip))
  const deleted = new Set<string>()
  for (; excess > 0; excess--) {
    const [biggest] = [...byNetwork.values()].toSorted((left, right) => right.length - left.length)
    const oldest = biggest?.shift()
    if (!oldest) break
    await deleteApproval(ctx, oldest)
    deleted.add(oldest.id)
  }
  return !deleted.has(added)
}

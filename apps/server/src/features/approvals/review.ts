/** Approvals, from the side of the signed-in person who compares a code, and then approves or denies. */

import { hash, randomBytes } from 'node:crypto'
import { userCodeMac, verifyUserCodeTag } from '@envhold/integrity/user-code.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Context, DbContext, SecretsContext } from '../../context.ts'
import { findAttempts, lowerAttempts, raiseAttempts } from '../users/attempt-store.ts'
import { type Approval, decideApproval, findApproval } from './approval-store.ts'
import type { ApprovalKind } from './ask.ts'

/** A code that a person typed, or that a link of this server brought with its tag. */
interface PresentedCode {
  readonly code: string
  readonly tag: string | undefined
}

/**
 * Shows an approval to the person who has its code. From now on only the page that gets this answer can approve or deny
 * it: it holds the one value that the answer contains, and no other session knows it.
 * @returns the approval, and the value that only this page holds
 * @throws AppError NOT_FOUND, LOCKED_OUT, VALIDATION_FAILED; TamperedRowError
 */
export async function openApproval(
  ctx: Context,
  kind: ApprovalKind,
  { userId, code, tag }: PresentedCode & { readonly userId: number },
): Promise<{ readonly review: string; readonly approval: Approval }> {
  const approval =
    tag === undefined ? await findByCode(ctx, kind, userId, code) : await findByLink(ctx, kind, code, tag)
  const review = randomBytes(32).toString('base64url')
  const opened = { user_id: userId, review_hash: reviewHash(review) }
  if (!(await decideApproval(ctx, approval, opened))) throw unknownCode(kind)
  return { review, approval }
}

/**
 * The approval that the person's page opened last, and that waits for a decision.
 * @throws AppError NOT_FOUND; TamperedRowError
 */
export async function requireReviewed(
  ctx: DbContext<'secrets' | 'clock'>,
  kind: ApprovalKind,
  { userId, review }: { readonly userId: number; readonly review: string },
): Promise<Approval> {
  const approval = await findApproval(ctx, 'review_hash', reviewHash(review))
  const isOpen = approval?.status === 'pending' && approval.expires_at > ctx.clock()
  if (!isOpen || approval.user_id !== userId) throw noLongerOpen(kind)
  return approval
}

/** Decides an approval that is still open, once. @throws AppError NOT_FOUND */
export async function decide(
  ctx: DbContext<'secrets' | 'clock'>,
  kind: ApprovalKind,
  approval: Approval,
  decision: Pick<Approval, 'status'> & Partial<Pick<Approval, 'token_id' | 'sealed_token'>>,
): Promise<void> {
  // What came before may have taken a while.
  const isOpen = approval.expires_at > ctx.clock()
  if (!isOpen || !(await decideApproval(ctx, approval, decision))) throw noLongerOpen(kind)
}

/** What is stored of the value that the page holds. */
const reviewHash = (review: string): Uint8Array => hash('sha256', review, 'buffer')

const unknownCode = (kind: ApprovalKind) => new AppError('NOT_FOUND', { message: kind.unknownCode })
const noLongerOpen = (kind: ApprovalKind) => new AppError('NOT_FOUND', { message: kind.noLongerOpen })

/**
 * The approval that a link of this server names. The tag is checked before the look-up, so that a wrong one reveals
 * nothing, not even by its time: this is no way to guess codes, and uses up no try.
 */
async function findByLink(ctx: Context, kind: ApprovalKind, code: string, tag: string): Promise<Approval> {
  return requireWaiting(ctx, kind, await findApproval(ctx, 'id', requireTag(ctx, code, tag)))
}

function requireTag({ secrets }: SecretsContext, code: string, tag: string): string {
  try {
    return verifyUserCodeTag(secrets, tag, code)
  } catch {
    const message = 'This server did not make the link for this code'
    throw invalidField('tag', message)
  }
}

function requireWaiting(ctx: Context, kind: ApprovalKind, approval: Approval | undefined): Approval {
  if (approval?.status !== 'pending' || approval.expires_at <= ctx.clock()) throw unknownCode(kind)
  return approval
}

/**
 * Counts each try before it looks. A right code gives back its own try only: the codes of one's own requests must not
 * buy further guesses.
 */
async function findByCode(ctx: Context, kind: ApprovalKind, userId: number, code: string): Promise<Approval> {
  const { wrongCodes } = kind
  const identity = String(userId)
  const requireLeft = (count: number, until: number) => {
    if (count > wrongCodes.limit)
      throw new AppError('LOCKED_OUT', { retryAfter: Math.max(1, Math.ceil((until - ctx.clock()) / 1_000)) })
  }
  const before = await findAttempts(ctx, wrongCodes, identity)
  if (before) requireLeft(before.count + 1, before.until)
  const raised = await raiseAttempts(ctx, wrongCodes, identity)
  requireLeft(raised.count, raised.until)
  const pendingApproval = await findApproval(ctx, 'user_code_mac', userCodeMac(ctx.secrets, code))
  const approval = requireWaiting(ctx, kind, pendingApproval)
  await lowerAttempts(ctx, wrongCodes, identity)
  return approval
}

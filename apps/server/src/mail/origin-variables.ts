import type { ClockContext } from '../context.ts'
import type { Origin } from '../http/route.ts'

/** {@link originVariables}, for a notice with the link ‘This was not me’. */
export const noticeVariables = (
  ctx: ClockContext,
  userId: number,
  origin: Origin,
): ReturnType<typeof originVariables> & { readonly userId: number } => ({
  ...originVariables(ctx, origin),
  userId,
})

/** The circumstances of an action, for a mail about the user's own account. */
export const originVariables = (
  { clock }: ClockContext,
  { userAgent, ip }: Origin,
): { when: number; device: string; ip: string } => ({ when: clock(), device: userAgent, ip })

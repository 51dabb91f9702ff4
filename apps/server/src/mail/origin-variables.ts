import type { Context } from '../context.ts'
import type { Origin } from '../http/route.ts'

/** The circumstances of an action, for a mail about the user's own account. */
export const originVariables = (
  { clock }: Pick<Context, 'clock'>,
  { userAgent, ip }: Origin,
): { when: number; device: string; ip: string } => ({ when: clock(), device: userAgent, ip })

import type { Context } from '../context.ts'
import type { Origin } from '../http/route.ts'

/** What a mail about somebody's own account says of how it was done. */
export const originVariables = (
  { clock }: Pick<Context, 'clock'>,
  { userAgent, ip }: Origin,
): { when: number; device: string; ip: string } => ({ when: clock(), device: userAgent, ip })

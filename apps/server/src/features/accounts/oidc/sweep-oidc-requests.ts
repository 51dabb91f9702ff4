import type { Context } from '../../../context.ts'
import { deleteExpiredOidcRequests } from './oidc-request-store.ts'

/** Deletes requests to the identity provider that nobody answered in time. @returns how many there were */
export const sweepOidcRequests = (ctx: Pick<Context, 'db' | 'clock'>): Promise<number> =>
  deleteExpiredOidcRequests(ctx, ctx.clock())

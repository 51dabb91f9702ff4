import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import { sameBytes } from '@envhold/vault/same-bytes.ts'
import { type Token, tokenAuthHash } from '@envhold/vault/token.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { TokenCaller } from '../../http/caller.ts'
import { findUser } from '../accounts/user-store.ts'
import { countCall } from '../billing/count-call.ts'
import { checkPersonalToken, findPersonalToken, markPersonalTokenUsed } from './personal-token-store.ts'

const nobody = new Uint8Array(32)
const markedEveryMs = 60_000

/**
 * Whom a personal token acts for, if it may make this call. An unknown id costs the same work as a wrong secret.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_SUSPENDED, FORBIDDEN, RATE_LIMITED; TamperedRowError
 */
export async function authenticatePersonalToken(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  endpoint: Pick<Endpoint, 'audience' | 'permission' | 'uncounted'>,
  token: Token<'ppt'>,
): Promise<TokenCaller> {
  const row = await findPersonalToken(ctx.db, token.id)
  const isRight = sameBytes(tokenAuthHash(token), row?.auth_hash ?? nobody)
  const now = ctx.clock()
  if (!row || !isRight || (row.expires_at !== null && row.expires_at <= now))
    throw new AppError('UNAUTHENTICATED')
  checkPersonalToken(ctx, row)
  const user = await findUser(ctx, ctx.db, row.user_id)
  if (!user || user.status === 'INACTIVE') throw new AppError('UNAUTHENTICATED')
  if (user.status === 'SUSPENDED') throw new AppError('ACCOUNT_SUSPENDED')
  if (!endpoint.uncounted) await countCall(ctx, { tokenId: row.id, userId: row.user_id })
  if (now - (row.last_used_at ?? 0) >= markedEveryMs) await markPersonalTokenUsed(ctx.db, row.id, now)
  const permissions: PersonalTokenPermission[] = JSON.parse(row.permissions)
  requirePermission(endpoint, permissions)
  const { id: userId, username, role } = user
  return { kind: 'personal-token', userId, username, role, token, tokenName: row.token_name, permissions }
}

function requirePermission(
  { audience, permission }: Pick<Endpoint, 'audience' | 'permission'>,
  given: readonly PersonalTokenPermission[],
): void {
  if (audience === 'session')
    throw new AppError('FORBIDDEN', { message: 'A personal token cannot do this. Sign in instead.' })
  if (permission && !given.includes(permission))
    throw new AppError('FORBIDDEN', { message: `This token does not have the permission ${permission}.` })
}

import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import { matchesAuthHash, type Token } from '@envhold/integrity/token.ts'
import { AppError } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import type { TokenCaller } from '../../http/caller.ts'
import { readToken } from '../../http/requests/read-token.ts'
import type { Authenticate } from '../../http/route.ts'
import { authenticateSession } from '../sessions/authenticate-session.ts'
import { countCall, readCallHeaders } from '../usage/count-call.ts'
import { findUser } from '../users/user-store.ts'
import {
  checkPersonalToken,
  findPersonalToken,
  markPersonalTokenUsed,
  permissionsOfToken,
} from './personal-token-store.ts'

/** Authenticates the caller by personal token or session. @throws AppError UNAUTHENTICATED */
export const authenticate =
  (ctx: Context): Authenticate =>
  async (endpoint, { bearer }) => {
    if (bearer?.startsWith('ppt_'))
      return await authenticatePersonalToken(ctx, endpoint, readToken(bearer, 'ppt'))
    return await authenticateSession(ctx, endpoint, readToken(bearer ?? '', 'ses'))
  }

const markedEveryMs = 60_000

/**
 * Authenticates a personal token and checks that it may make this call. An unknown id costs the same work as a wrong
 * secret.
 * @throws AppError UNAUTHENTICATED, ACCOUNT_SUSPENDED, FORBIDDEN, RATE_LIMITED; TamperedRowError
 */
async function authenticatePersonalToken(
  ctx: DbContext<'engine' | 'clock' | 'secrets'>,
  endpoint: Pick<Endpoint, 'audience' | 'permission' | 'uncounted'>,
  token: Token<'ppt'>,
): Promise<TokenCaller> {
  const row = await findPersonalToken(ctx.db, token.id)
  const isCorrect = matchesAuthHash(token, row?.auth_hash)
  const now = ctx.clock()
  if (!row || !isCorrect || (row.expires_at !== null && row.expires_at <= now))
    throw new AppError('UNAUTHENTICATED')
  checkPersonalToken(ctx, row)
  const user = await findUser(ctx, row.user_id)
  if (!user || user.status === 'INACTIVE') throw new AppError('UNAUTHENTICATED')
  const rateHeaders = endpoint.uncounted ? await readCallHeaders(ctx, row.id) : await countCall(ctx, row.id)
  if (user.status === 'SUSPENDED') throw new AppError('ACCOUNT_SUSPENDED', { headers: rateHeaders })
  if (user.status === 'PENDING') throw new AppError('ACCOUNT_PENDING', { headers: rateHeaders })
  if (now - (row.last_used_at ?? 0) >= markedEveryMs) await markPersonalTokenUsed(ctx.db, row.id, now)
  const permissions = permissionsOfToken(row)
  const rejection = rejectionFor(endpoint, permissions)
  if (rejection) throw new AppError('FORBIDDEN', { message: rejection, headers: rateHeaders })
  const { id: userId, username, role } = user
  const tokenName = row.token_name
  return { kind: 'personal-token', userId, username, role, token, tokenName, permissions, rateHeaders }
}

/** Why a token with these permissions may not make a call; undefined if it may. */
function rejectionFor(
  { audience, permission }: Pick<Endpoint, 'audience' | 'permission'>,
  permissions: readonly PersonalTokenPermission[],
): string | undefined {
  if (audience !== 'user') return 'A personal token cannot do this. Sign in instead.'
  if (permission && !permissions.includes(permission))
    return `This token does not have the permission ${permission}.`
  return undefined
}

import type { Context } from '../../context.ts'
import { readToken } from '../../http/read-token.ts'
import type { Authenticate } from '../../http/route.ts'
import { authenticateSession } from '../sessions/authenticate-session.ts'
import { authenticatePersonalToken } from './authenticate-personal-token.ts'

/**
 * Authenticates the caller by personal token or session, and leaves API keys to the inject slice. @throws AppError
 * UNAUTHENTICATED
 */
export const authenticate =
  (ctx: Context): Authenticate =>
  async (endpoint, { bearer, apiKey }) => {
    if (endpoint.audience === 'api-key') return { kind: 'api-key', presented: apiKey ?? bearer ?? '' }
    if (bearer?.startsWith('ppt_'))
      return await authenticatePersonalToken(ctx, endpoint, readToken(bearer, 'ppt'))
    return await authenticateSession(ctx, endpoint, readToken(bearer ?? '', 'ses'))
  }

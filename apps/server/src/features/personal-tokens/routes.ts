/** Personal tokens: credentials that act for a user, with their own permissions and expiry. */
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import * as contract from '@envhold/contract/personal-tokens.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { createPersonalToken } from './create-personal-token.ts'
import { deviceLoginRoutes } from './device-login/routes.ts'
import { listPersonalTokenRows } from './personal-token-store.ts'
import { personalTokenView } from './personal-token-view.ts'
import { revokePersonalToken } from './revoke-personal-token.ts'

export const personalTokenRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.listPersonalTokens, async ({ caller }) => {
    const rows = await listPersonalTokenRows(ctx.db, caller.userId)
    return {
      json: { tokens: rows.map((row) => personalTokenView(row, ctx.clock())) },
    }
  }),
  route(
    contract.createPersonalToken,
    async ({ caller, origin, reservation, masterPassword, passkeyUnlock, body }) => {
      const { name, permissions, expires_at } = body
      const expiresAt = expires_at ? Date.parse(expires_at) : null
      const request = {
        caller,
        origin,
        reservation,
        masterPassword,
        passkeyUnlock,
        name,
        permissions,
        expiresAt,
      }
      const token = await createPersonalToken(ctx, ring, request)
      return { json: { success: true, message: 'Personal access token created!', token } }
    },
  ),
  route(contract.revokePersonalToken, async (call) => {
    await revokePersonalToken(ctx, ring, call)
    return { json: { message: 'Token revoked successfully' } }
  }),
  route(contract.createCliToken, async ({ caller, origin, reservation, masterPassword, passkeyUnlock }) => {
    const name = `CLI on ${wireTime(ctx.clock()).slice(0, 10)}`
    const permissions = personalTokenPermissions
    const request = {
      caller,
      origin,
      reservation,
      masterPassword,
      passkeyUnlock,
      name,
      permissions,
      expiresAt: null,
    }
    const { id, token } = await createPersonalToken(ctx, ring, request)
    return { json: { success: true, id, token, message: 'CLI token generated successfully!' } }
  }),
  ...deviceLoginRoutes(ctx, ring),
]

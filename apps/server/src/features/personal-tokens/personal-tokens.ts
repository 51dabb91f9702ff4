/** Personal tokens: credentials that act for a user, with their own permissions and expiry. */

import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import * as contract from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { notFound } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-environments.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import { issuePersonalToken, personalTokenView } from './issue-personal-token.ts'
import { deletePersonalToken, listPersonalTokenRows } from './personal-token-store.ts'

export const listPersonalTokens = verb(contract.listPersonalTokens, async (ctx, { caller: { userId } }) => {
  const rows = await listPersonalTokenRows(ctx.db, userId)
  return { tokens: rows.map((row) => personalTokenView(row, ctx.clock())) }
})

export const createPersonalToken = verb(contract.createPersonalToken, async (ctx: VaultWorld, call) => {
  const { name, permissions, expires_at } = call.body
  const expiresAt = expires_at ? Date.parse(expires_at) : null
  const token = await issuePersonalToken(ctx, { ...call, name, permissions, expiresAt })
  return { success: true, message: 'Personal access token created!', token }
})

export const createCliToken = verb(contract.createCliToken, async (ctx: VaultWorld, call) => {
  const { id, token } = await issuePersonalToken(ctx, {
    ...call,
    name: `CLI on ${wireTime(ctx.clock()).slice(0, 10)}`,
    permissions: personalTokenPermissions,
    expiresAt: null,
  })
  return { success: true, id, token, message: 'CLI token generated successfully!' }
})

/**
 * Stops the token at once. Its environments are re-keyed now if the vault is unlocked, otherwise at the next unlocked
 * call.
 */
export const revokePersonalToken = verb(contract.revokePersonalToken, async (ctx: VaultWorld, call) => {
  const { caller, params, origin } = call
  const holder = await unlockIfGiven(ctx, call)
  const by = actorOf(caller, origin)
  await transact(ctx, by, async (tx) => {
    await tx.lock([caller.userId])
    const deleted = await deletePersonalToken(tx.db, caller.userId, params.id)
    if (!deleted) throw notFound('Personal token not found')
    await revokePrincipal(tx, { kind: 'personal-token', id: deleted.id }, holder)
    tx.revoked({ kind: 'personal_token', userId: caller.userId, subject: deleted.id })
    const description = `Revoked the personal token "${deleted.token_name}"`
    tx.record({ type: 'personal_token_revoked', description })
  })
  return { message: 'Token revoked successfully' }
})

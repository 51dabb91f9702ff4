import { limits } from '@envhold/contract/limits.ts'
import {
  type PersonalTokenPermission,
  personalTokenPermissionDescriptions,
} from '@envhold/contract/permissions.ts'
import type { PersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { newToken, tokenPreview } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, fieldError } from '../../app-error.ts'
import type { SessionCaller } from '../../http/caller.ts'
import type { PasskeyUnlock } from '../../http/requests/read-headers.ts'
import { wireTime, wireTimeOrNull } from '../../http/responses/wire-time.ts'
import type { Origin } from '../../http/route.ts'
import type { Reservation } from '../../http/run-once.ts'
import { noticeVariables, queueMail } from '../../mail/queue-mail.ts'
import type { Approval } from '../approvals/approval-store.ts'
import { actorOf, type Tx, transactOnce } from '../audit-log/tx.ts'
import { listAccessibleEnvironments } from '../grants/environments-of-user-store.ts'
import { grantToToken } from '../grants/grant-environments.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { insertPrincipal } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { findUser } from '../users/user-store.ts'
import {
  insertPersonalToken,
  listPersonalTokenRows,
  type PersonalTokenRow,
  permissionsOfToken,
} from './personal-token-store.ts'

export interface TokenRequest {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly reservation: Reservation | undefined
  readonly masterPassword: string | undefined
  readonly passkeyUnlock: PasskeyUnlock | undefined
  readonly name: string
  readonly permissions: readonly PersonalTokenPermission[]
  readonly expiresAt: number | null
  /** The device login that the token is for; without it, the user created the token in the web app. */
  readonly login?: Pick<Approval, 'client' | 'ip'>
  /** Runs in the transaction that creates the token; if it throws, there is none. */
  readonly onCreated?: (tx: Tx, created: { readonly id: string; readonly token: string }) => Promise<void>
}

/**
 * The maximum per user. Each token is granted every environment of its user and each re-key seals to all of them, so a
 * larger number is a mistake.
 */
const maxTokens = 100

/**
 * Creates a token with its own key pair and seals every environment that its user can open to it. Environments of
 * pending invitations follow on acceptance: anyone can invite the user to any number of them.
 * @returns the token as lists show it, and its full text, which is shown only once
 */
export async function issuePersonalToken(ctx: VaultWorld, call: TokenRequest) {
  const { caller, origin, reservation, name, permissions, expiresAt, login, onCreated } = call
  if (expiresAt !== null && expiresAt <= ctx.clock())
    throw fieldError('expires_at', 'The expiry must not be in the past')
  const holder = await unlock(ctx, call)
  const { text, id, authHash, seed } = newToken('ppt')
  const { userId } = caller
  const by = actorOf(caller, origin)
  const row = await transactOnce(ctx, by, reservation, async (tx) => {
    await tx.lock([userId])
    if ((await listPersonalTokenRows(tx.db, userId)).length >= maxTokens)
      throw new AppError('LIMIT_REACHED', {
        message: 'An account can have at most 100 personal tokens. Revoke one first.',
      })
    const inserted = await insertPersonalToken(tx, {
      id,
      user_id: userId,
      token_name: name,
      preview: tokenPreview(text),
      auth_hash: authHash,
      permissions: JSON.stringify([...new Set(permissions)]),
      expires_at: expiresAt,
    })
    const principal = await insertPrincipal(tx, {
      kind: 'personal-token',
      id,
      user_id: userId,
      project_id: null,
      all_environments: 1,
      public_key: keyPairFromSeed(seed).publicKey,
    })
    const openable = await listAccessibleEnvironments(tx.db, holder)
    await grantToToken(tx, holder, principal, openable)
    tx.created(id)
    const description = `Created the personal token "${name}"${login ? ' by device code' : ''}`
    tx.record({ type: 'personal_token_created', description })
    await mailOwner(tx, call, openable.length)
    await onCreated?.(tx, { id, token: text })
    return inserted
  })
  return { ...personalTokenView(row, ctx.clock()), token: text }
}

async function mailOwner(tx: Tx, call: TokenRequest, environments: number): Promise<void> {
  const { caller, origin, name, permissions, expiresAt, login } = call
  const user = await findUser(tx, caller.userId)
  if (!user) return
  const variables = {
    ...noticeVariables(tx, user.id, origin),
    token: name,
    permissions: [...new Set(permissions)]
      .map((permission) => personalTokenPermissionDescriptions[permission])
      .join(' · '),
    environments,
    expires: expiresAt ?? 0,
    login: login ? `${login.client} from ${login.ip}` : '',
  }
  await queueMail(tx, 'personalTokenCreated', { to: user.email, variables })
}

/** A token in its wire form, without its secret. */
export const personalTokenView = (row: PersonalTokenRow, now: number): PersonalToken => ({
  id: row.id,
  token_name: row.token_name,
  token_preview: row.preview,
  created_at: wireTime(row.created_at),
  last_used_at: wireTimeOrNull(row.last_used_at),
  expires_at: wireTimeOrNull(row.expires_at),
  is_expired: row.expires_at !== null && row.expires_at <= now,
  rate_limit_per_hour: limits.personalTokenCallsPerHour,
  permissions: permissionsOfToken(row),
})

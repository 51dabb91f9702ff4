/** Takes away again how an account signs in, and what it may do. */
import type { RevocationKind } from '@envhold/contract/operator/revocations.ts'
import { listLackedPermissions } from '@envhold/contract/permissions.ts'
import { conflict, forbidden } from '../app-error.ts'
import { readFactors } from '../features/accounts/factors/factor-store.ts'
import { deleteIdentitiesOf, findNewestIdentityOf } from '../features/accounts/oidc/oidc-store.ts'
import { acceptsPassword, hasOtherSignInMethod } from '../features/accounts/oidc/other-ways-in.ts'
import { suspendAccount } from '../features/accounts/suspend-account.ts'
import {
  deletePasskeyRow,
  listPasskeysOf,
  passkeyHash,
} from '../features/accounts/webauthn/webauthn-store.ts'
import { stopClocks } from '../features/archive/phase/update-phase.ts'
import type { Tx, TxEvent } from '../features/audit-log/tx.ts'
import { revokePrincipal } from '../features/grants/revoke-environments.ts'
import { changeRoleOfUser } from '../features/operator/roles/change-role-of-user.ts'
import { findRoleRowByName, lockRole, permissionsOf } from '../features/operator/roles/role-store.ts'
import { deletePersonalToken } from '../features/personal-tokens/personal-token-store.ts'
import { endDeviceTokens } from '../features/sessions/device-store.ts'
import { deleteSessionOf, deleteSessionsBefore } from '../features/sessions/session-store.ts'
import type { User } from '../features/users/user-store.ts'
import { readProviderSettings } from '../identity-provider/provider-settings-store.ts'
import { type Act, about, afterRestore } from './revoked-subject.ts'

const record = (tx: Tx, { id }: User, event: Pick<TxEvent, 'type' | 'description'>) =>
  tx.record({ severity: 'high', userId: id, tokenId: null, origin: null, ...event })

const onlyWayIn = () => conflict('It is the only way to sign in to this account, so it stays.')

async function suspend(tx: Tx, user: User, reason: string) {
  if (user.status !== 'ACTIVE') return 'missing'
  if (user.id === tx.actor.userId)
    throw forbidden('You cannot suspend your own account. Ask another operator.')
  await suspendAccount(tx, user, reason)
  await stopClocks(tx, user.id)
  return 'repeated'
}

export const accountActs = {
  personal_token: about(['user'], async (tx, { row, user }) => {
    const token = await deletePersonalToken(tx.db, user.id, row.subject)
    if (!token) return 'missing'
    await revokePrincipal(tx, { kind: 'personal-token', id: token.id }, null)
    tx.revoked({ kind: 'personal_token', userId: user.id, subject: token.id })
    const description = `Revoked the personal token "${token.token_name}" ${afterRestore}`
    record(tx, user, { type: 'personal_token_revoked', description })
    return 'repeated'
  }),

  session: about(['user'], async (tx, { row, user }) => {
    if (!(await deleteSessionOf(tx.db, user.id, row.subject))) return 'missing'
    tx.revoked({ kind: 'session', userId: user.id, subject: row.subject })
    record(tx, user, { type: 'session_ended', description: `Signed out a session ${afterRestore}` })
    return 'repeated'
  }),

  sessions: about(['user'], async (tx, { row, user }) => {
    const ended = await deleteSessionsBefore(tx.db, user.id, row.at)
    await endDeviceTokens(tx.db, user.id)
    if (ended === 0) return 'missing'
    tx.revoked({ kind: 'sessions', userId: user.id })
    record(tx, user, { type: 'session_ended', description: `Signed out ${ended} sessions ${afterRestore}` })
    return 'repeated'
  }),

  passkey: about(['user'], async (tx, { row, user }) => {
    const passkey = (await listPasskeysOf(tx, user.id)).find(({ id }) => passkeyHash(id) === row.subject)
    if (!passkey) return 'missing'
    const { password, identities, passkeys } = await readFactors(tx, user.id)
    const isLast = identities === 0 && passkeys <= 1
    if (isLast && !(password && (await acceptsPassword(tx, user)))) throw onlyWayIn()
    const opened = await deletePasskeyRow(tx.db, passkey.id)
    const description = `Removed the passkey ${passkey.name} ${afterRestore}`
    record(tx, user, { type: 'passkey_removed', description })
    if (opened) record(tx, user, { type: 'passkey_unlock_removed', description })
    tx.revoked({ kind: 'passkey', userId: user.id, subject: row.subject })
    return 'repeated'
  }),

  identity: about(['user'], async (tx, { row, user }) => {
    const identity = await findNewestIdentityOf(tx, user.id)
    if (!identity || identity.created_at > row.at) return 'missing'
    if (!(await hasOtherSignInMethod(tx, user, await readProviderSettings(tx)))) throw onlyWayIn()
    await deleteIdentitiesOf(tx, user.id)
    tx.revoked({ kind: 'identity', userId: user.id })
    const description = `Removed the link to the identity provider ${afterRestore}`
    record(tx, user, { type: 'oidc_unlinked', description })
    return 'repeated'
  }),

  role: about(['user'], async (tx, { row, user }) => {
    const from = await findRoleRowByName(tx, user.role)
    const named = (await findRoleRowByName(tx, row.subject)) ?? (await findRoleRowByName(tx, 'USER'))
    const to = named && (await lockRole(tx, named.id))
    if (!from || !to || from.id === to.id) return 'missing'
    // It only takes away: the account may have got a lesser role meanwhile.
    const [had, gets] = [permissionsOf(from), permissionsOf(to)]
    if (listLackedPermissions(had, gets).length > 0 || listLackedPermissions(gets, had).length === 0)
      return 'missing'
    await changeRoleOfUser(tx, { user, from, to, reason: `Repeated: a backup was restored` })
    return 'repeated'
  }),

  suspension: about(['user'], (tx, { user }) =>
    suspend(tx, user, 'This account was suspended before a backup was restored.'),
  ),

  // It may be what the backup was restored for, so nothing is deleted.
  account: about(['user'], (tx, { user }) =>
    suspend(tx, user, 'This account was deleted before a backup was restored.'),
  ),
} satisfies Partial<Record<RevocationKind, Act>>

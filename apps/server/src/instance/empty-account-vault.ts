import type { EmptyVault } from '../features/accounts/delayed/sweep-delayed-changes.ts'
import { revokeIdleApiKeys } from '../features/api-keys/revoke-idle-api-keys.ts'
import { endInvitationsTo } from '../features/collaborators/end-invitation.ts'
import { emptyVault } from '../features/grants/empty-vault.ts'
import { revokeIdleTokens } from '../features/personal-tokens/account-tokens.ts'

/** Empties the vault of an account, in all slices that hold something sealed to it. */
export const emptyAccountVault: EmptyVault = async (tx, user) => {
  await endInvitationsTo(tx, user.id)
  const emptied = await emptyVault(tx, user)
  await revokeIdleTokens(tx, user.id)
  await revokeIdleApiKeys(tx, user.id)
  return emptied
}

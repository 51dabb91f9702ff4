import { nameText } from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import { forbidden } from '../../../app-error.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import type { Origin } from '../../../http/route.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import type { ProviderIdentity } from '../../../identity-provider/read-identity.ts'
import { transact } from '../../audit-log/tx.ts'
import { requireNetworkLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { changeUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { createAccount, readSignUpMode, suggestUsername } from '../register/create-account.ts'
import { type Inviter, readProof } from '../register/invitation-proof.ts'
import { insertIdentity } from './oidc-store.ts'

/** An office signs in for the first time from one IP address. */
const perIp: AttemptRule = { kind: 'oidc-account-address', limit: 300, windowMs: 15 * 60_000 }
const nameTries = 5

const refused = (message: string) => forbidden(message)
const nameField = nameText(limits.nameLength)
const nameOf = (claim: unknown) => nameField.safeParse(claim).data

interface FirstSignIn {
  readonly settings: ProviderSettings
  readonly origin: Origin
  /** The secret of a mailed invitation. */
  readonly invitation: string | undefined
}

/** @returns the verified e-mail address of the new account, and whether it is invited @throws AppError FORBIDDEN */
async function requireMayCreate(
  ctx: AccountWorld,
  { email, emailVerified }: ProviderIdentity,
  { settings: { label, createAccounts }, invitation }: FirstSignIn,
): Promise<{ readonly email: string; readonly invitedBy: Inviter }> {
  const signUps = await readSignUpMode(ctx)
  const { invitedBy } = await readProof(ctx, invitation, email ?? '')
  if (!createAccounts || (signUps === 'closed' && invitedBy !== 'operator'))
    throw refused(
      `No account is linked to yours at ${label}, and this server creates none. If you have an account, sign in to it, then link ${label} on your account page.`,
    )
  if (email === null || !emailVerified)
    throw refused(`${label} did not confirm your e-mail address, so no account can be created with it.`)
  if (signUps === 'invited' && invitedBy === 'nobody')
    throw refused(
      `New accounts need an invitation. Open the link in your invitation, and continue with ${label} there.`,
    )
  return { email, invitedBy }
}

/**
 * Creates an account without a password for an identity. The provider has verified its e-mail address.
 * @throws AppError FORBIDDEN, RATE_LIMITED; a unique violation when the e-mail address or the identity is taken
 */
export async function createLinkedAccount(ctx: AccountWorld, identity: ProviderIdentity, first: FirstSignIn) {
  const { email, invitedBy } = await requireMayCreate(ctx, identity, first)
  const { label } = first.settings
  await requireNetworkLimit(ctx, perIp, first.origin.ip)
  const create = (username: string) =>
    transact(ctx, { userId: null, origin: first.origin }, async (tx) => {
      const { given_name, family_name } = identity.claims
      const [firstName, lastName] = [nameOf(given_name), nameOf(family_name)]
      const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
      const created = await createAccount(tx, { email, username, passwordHash: '', invitedBy, ...names })
      // Its operator must be able to sign in without the provider.
      if (created.role === 'SUPER_ADMIN')
        throw refused('The first account of a server needs a password. Create it with your e-mail address.')
      const user = (await changeUser(tx, created, { email_verified_at: ctx.clock() })) ?? created
      const { issuer, subject } = identity
      await insertIdentity(tx, { issuer, subject, email, user_id: user.id })
      const event = { userId: user.id, severity: 'low' } as const
      const described = `${user.username} created an account with ${label}`
      tx.record({ ...event, type: 'account_created', description: described })
      const description = `${user.username} linked the account to ${label}`
      tx.record({ ...event, type: 'oidc_linked', description })
      return user
    })
  for (let tries = 1; ; tries++)
    try {
      return await create(await suggestUsername(ctx.db, email))
    } catch (error) {
      // The suggested username may have been taken in the meantime.
      if (!isUniqueViolation(error) || tries === nameTries) throw error
    }
}

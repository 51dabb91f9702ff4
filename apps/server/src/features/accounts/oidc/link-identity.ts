import { conflict, forbidden } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import type { ProviderIdentity } from '../../../identity-provider/read-identity.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { hasSecondFactor } from '../factors/accepted-methods.ts'
import { readFactors } from '../factors/factor-store.ts'
import { factorIdOfIdentity } from '../factors/remove-factor.ts'
import { notifyOfAdded } from '../notify-owner.ts'
import { findIdentity, findIdentityOf, insertIdentity } from './oidc-store.ts'

/**
 * Links an identity to an account, and notifies its owner. The caller holds the account's lock.
 * @throws a unique violation when the identity is linked to an account already
 */
export async function linkIdentity(
  tx: Tx,
  user: User,
  identity: ProviderIdentity,
  label: string,
): Promise<void> {
  const { issuer, subject, email } = identity
  await insertIdentity(tx, { issuer, subject, email, user_id: user.id })
  await notifyOfAdded(tx, user, 'providerLinked', { provider: label, factorId: factorIdOfIdentity(identity) })
  const description = `${user.username} linked the account to ${label}`
  tx.record({ userId: user.id, type: 'oidc_linked', description })
}

/** The account that an identity is linked to. Issuer and subject identify it; the e-mail address does not. */
export async function findLinkedUser(ctx: DbContext<'secrets'>, identity: ProviderIdentity) {
  const linked = await findIdentity(ctx, identity)
  return linked && (await findUser(ctx, linked.user_id))
}

const mustLinkSelf = (label: string) =>
  conflict(
    `An account with this e-mail address already exists. Sign in to it, then link ${label} on your account page.`,
  )

/**
 * Links an existing account that has the same e-mail address, if the operator allows that and both sides have verified
 * the address: whoever registered here with the address of somebody else must not receive their sign-in. An account
 * with a second factor, or one that operates the server, is only linked from its own session.
 * @throws AppError CONFLICT
 */
export async function linkByEmail(
  ctx: Context,
  user: User,
  identity: ProviderIdentity,
  { settings, origin }: { readonly settings: ProviderSettings; readonly origin: Origin },
): Promise<User> {
  const { label, linkByVerifiedEmail } = settings
  if (!linkByVerifiedEmail || !identity.emailVerified) throw mustLinkSelf(label)
  return await transact(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    const locked = await findUser(tx, user.id)
    const isLinkable =
      locked?.email_canonical === user.email_canonical &&
      locked.email_verified_at !== null &&
      locked.status === 'ACTIVE' &&
      locked.role === 'USER' &&
      !hasSecondFactor(await readFactors(tx, user.id)) &&
      !(await findIdentityOf(tx, user.id, identity.issuer))
    if (!isLinkable) throw mustLinkSelf(label)
    await linkIdentity(tx, locked, identity, label)
    return locked
  })
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** A claim by its name, or by its path: `realm_access.roles`. */
function claimAt(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  if (Object.hasOwn(claims, name)) return Reflect.get(claims, name)
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0 || !Object.hasOwn(claims, first)) return undefined
  return claimAt(Reflect.get(claims, first), rest.join('.'))
}

function hasClaim({ claims }: ProviderIdentity, name: string, value: string): boolean {
  const claim = claimAt(claims, name)
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.some(
    (candidate) => ['string', 'number', 'boolean'].includes(typeof candidate) && String(candidate) === value,
  )
}

/**
 * Checks at each sign-in what the operator requires of an identity. Only a verified e-mail address proves a domain.
 * @throws AppError FORBIDDEN
 */
export function requireAllowedIdentity(
  { label, allowedDomains, requiredClaim, requiredValue }: ProviderSettings,
  identity: ProviderIdentity,
): void {
  const { email, emailVerified } = identity
  const hasDomain = email !== null && emailVerified && allowedDomains.includes(domainOf(email))
  if (allowedDomains.length > 0 && !hasDomain)
    throw forbidden(
      `This server accepts only some e-mail domains, and ${label} did not confirm an address of yours in one of them. Ask the operator of this server.`,
    )
  if (requiredClaim !== '' && !hasClaim(identity, requiredClaim, requiredValue))
    throw forbidden(`Your account at ${label} has no access to this server. Ask the operator of this server.`)
}

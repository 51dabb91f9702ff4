import { AppError } from '../../../app-error.ts'
import type { ProviderSettings } from '../../../identity-provider/provider-settings.ts'
import type { ProviderIdentity } from '../../../identity-provider/read-identity.ts'

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
  const found = claimAt(claims, name)
  const values: readonly unknown[] = Array.isArray(found) ? found : [found]
  return values.some((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value)
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
    throw new AppError('FORBIDDEN', {
      message: `This server accepts only some e-mail domains, and ${label} did not confirm an address of yours in one of them. Ask the operator of this server.`,
    })
  if (requiredClaim !== '' && !hasClaim(identity, requiredClaim, requiredValue))
    throw new AppError('FORBIDDEN', {
      message: `Your account at ${label} has no access to this server. Ask the operator of this server.`,
    })
}

import { unlimited } from '@envhold/contract/billing/plans.ts'
import { ipMatcher } from '@envhold/contract/ip-range.ts'
import type { ApiKeyPermission } from '@envhold/contract/permissions.ts'
import { matchesAuthHash, type Token } from '@envhold/integrity/token.ts'
import { AppError, forbidden } from '../../app-error.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import { planMac } from '../plans/plan-store.ts'
import { projectMac } from '../projects/project-store.ts'
import { projectNotFound } from '../projects/unavailable-projects.ts'
import type { CallLimits } from '../usage/admit-calls.ts'
import { userMac } from '../users/user-store.ts'
import {
  apiKeyMac,
  environmentsOfKey,
  findKeyForCall,
  ipAddressesOfKey,
  type KeyForCall,
  permissionsOfKey,
} from './api-key-store.ts'

/** What a call's record needs to know of its key, and what is evaluated at each call. */
export type KeyFacts = Pick<
  KeyForCall,
  | 'id'
  | 'key_name'
  | 'project_id'
  | 'owner_id'
  | 'owner_username'
  | 'plan_display_name'
  | 'last_used_at'
  | 'expires_at'
  | 'allowed_ips'
>

/** An existing key. `rejection` says whether its secret, state and the caller's IP address are acceptable. */
export interface PresentedKey<Key extends KeyFacts = KeyFacts> {
  readonly key: Key
  readonly rejection: AppError | null
  readonly limits: CallLimits
}

/** With all of the key's row. */
export type FoundKey = PresentedKey<KeyForCall>

/** Text that is not a key, an unknown key and a wrong secret get the same message. */
export const unknownKeyMessage = 'This API key is unknown.'

export const noKeyMessage =
  'No API key was sent. Send it in the header X-API-Key, or as Authorization: Bearer KEY.'

/**
 * Finds a presented API key and decides whether it may be used at all: secret, state, expiry, IP address.
 * @throws AppError UNAUTHENTICATED when there is no such key; the same work is done as for a wrong secret
 */
export async function findPresentedKey(
  ctx: DbContext<'clock' | 'secrets'>,
  presented: Token<'pak'>,
  ip: string,
): Promise<FoundKey> {
  const key = await findKeyForCall(ctx.db, presented.id)
  const isCorrect = matchesAuthHash(presented, key?.auth_hash)
  if (!key) throw unknownKey()
  checkMacs(ctx, key)
  return {
    key,
    limits: limitsOf(key),
    rejection: isCorrect ? await rejectionOf(ctx, key, ip) : unknownKey(),
  }
}

const unknownKey = () => new AppError('UNAUTHENTICATED', { message: unknownKeyMessage })

function checkMacs({ secrets }: SecretsContext, key: KeyForCall): void {
  apiKeyMac.check(secrets, key)
  projectMac.check(secrets, {
    id: key.project_id,
    owner_id: key.owner_id,
    removed_at: key.project_removed_at,
    mac: key.project_mac,
  })
  userMac.check(secrets, { ...key, id: key.owner_id, mac: key.owner_mac })
  planMac.check(secrets, { ...key, name: key.plan, is_active: key.plan_is_active, mac: key.plan_mac })
}

async function rejectionOf(
  ctx: DbContext<'clock' | 'secrets'>,
  key: KeyForCall,
  ip: string,
): Promise<AppError | null> {
  // As for people: a project that was deleted or archived is not there.
  if (key.project_removed_at !== null)
    return await projectNotFound(
      ctx,
      { userId: key.owner_id, projectId: key.project_id, byKey: true },
      'Project not found',
    )
  if (key.deactivated_at !== null)
    return new AppError('UNAUTHENTICATED', {
      message:
        'An operator of this server deactivated this API key. Its owner can read why, and create another one.',
    })
  if (key.status === 'SUSPENDED' || key.status === 'INACTIVE') return ownerRejection(key.status)
  if (key.status !== 'ACTIVE' || !key.is_active)
    return new AppError('UNAUTHENTICATED', { message: 'This API key is not active.' })
  return momentaryRejection(key, ip, ctx.clock())
}

/** The caller who presents the key learns that it is right, and whom to ask. */
const ownerRejection = (status: 'SUSPENDED' | 'INACTIVE') =>
  status === 'SUSPENDED'
    ? new AppError('UNAUTHENTICATED', {
        message:
          'The account that owns this project is suspended, so its API keys do not work. Ask the owner of the project.',
        fields: { unavailable: 'owner_suspended' },
      })
    : new AppError('UNAUTHENTICATED', {
        message:
          'The account that owns this project was deleted, so its API keys do not work. Ask the owner of the project.',
        fields: { unavailable: 'owner_deleted' },
      })

/** Whether a key that is otherwise acceptable may be used now and from here. */
export function momentaryRejection(
  key: Pick<KeyFacts, 'expires_at' | 'allowed_ips'>,
  ip: string,
  now: number,
): AppError | null {
  if (key.expires_at !== null && key.expires_at <= now)
    return new AppError('UNAUTHENTICATED', { message: 'This API key has expired.' })
  if (!isIpAllowed(ipAddressesOfKey(key), ip)) return new AppError('IP_NOT_ALLOWED')
  return null
}

/** An empty list allows every address. */
const isIpAllowed = (allowed: readonly string[], ip: string): boolean =>
  allowed.length === 0 || ipMatcher(allowed)(ip)

/** The limits of a key. The operator of an instance has none. */
function limitsOf(key: KeyForCall): CallLimits {
  if (key.role === 'SUPER_ADMIN') return { hour: unlimited, day: unlimited, month: unlimited }
  return {
    hour: key.api_rate_limit_per_hour,
    day: key.api_rate_limit_per_day,
    month: key.max_api_calls_per_month,
  }
}

/** @throws AppError FORBIDDEN unless the key has all of these permissions */
export function requireKeyPermissions(key: KeyForCall, needed: readonly ApiKeyPermission[]): void {
  const granted = permissionsOfKey(key)
  const missing = needed.find((name) => !granted.includes(name))
  if (missing) throw forbidden(`This API key does not have the permission ${missing}.`)
}

/** Whether the key's list of environments contains this one; a key without a list may open them all. */
export function isEnvironmentGranted(key: KeyForCall, environmentId: number): boolean {
  return environmentsOfKey(key)?.includes(String(environmentId)) ?? true
}

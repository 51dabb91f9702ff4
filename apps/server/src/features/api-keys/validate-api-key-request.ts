import { type ApiKeyPermission, apiKeyPermissions } from '@envhold/contract/permissions.ts'
import { fieldError, forbidden } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { requireEnvironmentsOf } from '../environments/environment-access.ts'

/** The requested permissions, each once, in the order of the catalogue. */
export const inCatalogueOrder = (requested: readonly ApiKeyPermission[]): ApiKeyPermission[] =>
  apiKeyPermissions.filter(({ name }) => requested.includes(name)).map(({ name }) => name)

/**
 * The environments of a list; for null, all environments of the project.
 * @param known those that the key has already: they may have been deleted
 * @throws AppError VALIDATION_FAILED when another one is not in the project
 */
export async function environmentsOf(
  ctx: DbContext<'secrets'>,
  projectId: number,
  access: readonly string[] | null,
  known: readonly string[] | null = [],
): Promise<number[]> {
  const added = (access ?? []).filter((id) => !known?.includes(id)).map(Number)
  const existing = await requireEnvironmentsOf(ctx, projectId, added, 'environment_access')
  return existing.filter((id) => access?.includes(String(id)) ?? true)
}

/** @throws AppError VALIDATION_FAILED for a time in the past */
export function expiryOf(expiresAt: string | null | undefined, now: number): number | null {
  if (!expiresAt) return null
  const at = Date.parse(expiresAt)
  if (at <= now) throw fieldError('expires_at', 'The expiry must not be in the past')
  return at
}

/** The values without duplicates, as JSON text for the database. */
export const listText = (values: readonly string[]): string => JSON.stringify([...new Set(values)])

/**
 * Rejects permissions that the caller does not have. Otherwise a personal token that manages projects but cannot read
 * values could create a key that reads them.
 * @throws AppError FORBIDDEN
 */
export function requireGrantablePermissions(
  caller: UserCaller,
  requested: readonly ApiKeyPermission[],
): void {
  if (caller.kind !== 'personal-token') return
  const { permissions } = caller
  const missing = requested.find((name) => name !== 'variables.api_inject' && !permissions.includes(name))
  if (missing)
    throw forbidden(`The API key would have the permission ${missing}, which this token does not have.`)
}

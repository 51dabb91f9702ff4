import { type LossCounts, lossDetails } from '@envhold/contract/accounts/protection.ts'
import type { Author, Environment, LastChange } from '@envhold/contract/environments/environments.ts'
import { environmentColors } from '@envhold/contract/environments/environments.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { canonicalName, type EnvironmentRow } from './environment-store.ts'
import { findChanges, type VersionSummaryRow } from './version-store.ts'

export const isProtected = ({ is_protected }: Pick<EnvironmentRow, 'is_protected'>): boolean =>
  is_protected === 1

const viewedTogether = 200

/** When the variables of environments changed last, by id; those never written are left out. */
export async function lastChanges(
  { db, engine }: DbContext<'engine'>,
  rows: readonly EnvironmentRow[],
): Promise<ReadonlyMap<number, LastChange>> {
  const versions = rows.filter(({ version }) => version > 0).map(({ id, version }) => ({ id, version }))
  const changes = new Map<number, LastChange>()
  for (let start = 0; start < versions.length; start += viewedTogether) {
    if (start > 0) await nextTurn()
    for (const row of await findChanges(db, engine, versions.slice(start, start + viewedTogether)))
      changes.set(Number(row.id), { at: wireTime(Number(row.created_at)), author: authorView(row) })
  }
  return changes
}

/** Environments in their wire form. Other calls run while a long list is made. */
export async function environmentViews(
  ctx: DbContext<'engine'>,
  rows: readonly EnvironmentRow[],
): Promise<Environment[]> {
  const changes = await lastChanges(ctx, rows)
  return rows.map((row) => view(row, changes.get(row.id) ?? null))
}

export async function environmentView(ctx: DbContext<'engine'>, row: EnvironmentRow): Promise<Environment> {
  return view(row, (await lastChanges(ctx, [row])).get(row.id) ?? null)
}

/** Who wrote a version, in its wire form. */
export const authorView = (row: Pick<VersionSummaryRow, 'author_username' | 'author_token'>): Author => ({
  username: row.author_username,
  token_name: row.author_token,
})

const view = (row: EnvironmentRow, last_change: LastChange): Environment => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  version: row.version,
  variable_count: row.variable_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  last_change,
  rekey_pending: row.rekey_pending === 1,
  ...appearanceOf(row),
})

/** How an environment is shown wherever it is named. */
export const appearanceOf = (row: Pick<EnvironmentRow, 'color' | 'is_protected'>) => ({
  color: environmentColors.find((color) => color === row.color) ?? null,
  protected: isProtected(row),
})

/**
 * Requires that a call that replaces or deletes something in a protected environment names it. Every such call comes
 * through here, inside its transaction, so that nothing is written without the confirmation.
 * @param confirmed the name in Confirm-Environment
 * @throws AppError PROTECTED_ENVIRONMENT with the name and the counts
 */
export function requireConfirmation(
  environment: Pick<EnvironmentRow, 'name' | 'is_protected'>,
  confirmed: string | undefined,
  loss: LossCounts,
): void {
  if (!isProtected(environment)) return
  if (confirmed !== undefined && canonicalName(confirmed) === canonicalName(environment.name)) return
  const details = lossDetails({ environment: environment.name, ...loss })
  throw new AppError('PROTECTED_ENVIRONMENT', { details })
}

const maxQuoted = 12

/** `"a", "b" and "c"`, or `"a", … and 7 more`. */
export function quotedNames(environments: readonly Pick<EnvironmentRow, 'name'>[]): string {
  const names = environments.map(({ name }) => `"${name}"`)
  const listed = names.length > maxQuoted ? names.slice(0, maxQuoted - 1) : names.slice(0, -1)
  const last = names.length > maxQuoted ? `${names.length - listed.length} more` : (names.at(-1) ?? '')
  return listed.length === 0 ? last : `${listed.join(', ')} and ${last}`
}

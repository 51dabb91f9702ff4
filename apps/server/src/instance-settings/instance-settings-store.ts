/** Settings of the instance that operators change while it runs. A row is never deleted: null is a value. */
import { signUpModes } from '@envhold/contract/accounts/accounts.ts'
import { announcementLevels } from '@envhold/contract/pages/announcement.ts'
import { z } from 'zod'
import type { DbContext, TrxContext } from '../context.ts'
import { parseStored } from '../db/parse-stored.ts'
import { instanceSettings } from '../db/schema/instance.ts'

/** The value of each setting. */
const values = {
  announcement: z
    .object({
      text: z.string(),
      level: z.enum(announcementLevels),
      /** Milliseconds since 1970; null: until it is removed. */
      until: z.number().nullable(),
    })
    .readonly()
    .nullable(),
  /** Null: the server's setting holds. */
  'sign-ups': z.enum(signUpModes).nullable(),
  /** `requiredFrom`: milliseconds since 1970; null: operators need no second factor. */
  'operator-factor': z.object({ requiredFrom: z.number().nullable() }).readonly().nullable(),
} as const
export type SettingName = keyof typeof values
type Values = { readonly [Name in SettingName]: z.output<(typeof values)[Name]> }
export type StoredAnnouncement = NonNullable<Values['announcement']>
type StoredOperatorFactor = NonNullable<Values['operator-factor']>

export interface StoredSetting<Name extends SettingName> {
  readonly value: Values[Name]
  /** When it was changed: each change has a later time than the one before. Zero: it never was. */
  readonly revision: number
  /** The operator; null: a command on the server. */
  readonly changedBy: number | null
}

/**
 * Authenticates a setting, so that a writer of the database cannot open sign-ups, speak to all users or spare operators
 * their second factor.
 */
export const instanceSettingMac = instanceSettings.mac

/** @throws TamperedRowError */
export async function readInstanceSetting<Name extends SettingName>(
  { db, secrets }: DbContext<'secrets'>,
  name: Name,
): Promise<StoredSetting<Name>> {
  const row = await db.selectFrom('instance_settings').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return { value: null as Values[Name], revision: 0, changedBy: null }
  instanceSettingMac.check(secrets, row)
  return {
    value: parseStored(values[name], row.value) as Values[Name],
    revision: row.updated_at,
    changedBy: row.updated_by,
  }
}

/** @returns false if it was changed after the revision that the change replaces */
export async function writeInstanceSetting<Name extends SettingName>(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  name: Name,
  { value, revision, changedBy }: StoredSetting<Name>,
): Promise<boolean> {
  const row = {
    name,
    value: JSON.stringify(value),
    updated_by: changedBy,
    updated_at: Math.max(clock(), revision + 1),
  }
  const { name: _, ...changed } = { ...row, mac: instanceSettingMac.of(secrets, row) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('instance_settings')
    .values({ name, ...changed })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(changed).where('instance_settings.updated_at', '=', revision),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Without a stored setting, as on a new instance, operators need a second factor. */
export const defaultOperatorFactor: StoredOperatorFactor = { requiredFrom: 0 }

/** From when on operators need a second factor, in milliseconds since 1970; null: never. @throws TamperedRowError */
export async function readOperatorFactorStart(ctx: DbContext<'secrets'>): Promise<number | null> {
  const { value } = await readInstanceSetting(ctx, 'operator-factor')
  return (value ?? defaultOperatorFactor).requiredFrom
}

/** @throws TamperedRowError */
export const isOperatorFactorRequired =
  (ctx: DbContext<'secrets' | 'clock'>) => async (): Promise<boolean> => {
    const start = await readOperatorFactorStart(ctx)
    return start !== null && start <= ctx.clock()
  }

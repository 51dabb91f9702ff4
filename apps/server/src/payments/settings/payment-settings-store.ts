import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import { boxKid, openServerBox, sealServerBox } from '@envhold/integrity/server-cipher.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { isUntampered, type Report } from '../../db/unless-tampered.ts'

/** A row of settings: those of the instance, or those of one provider. */
export type SettingsName = 'general' | ProviderId

type SealedRow = Pick<Row<'payment_settings'>, 'name' | 'sealed' | 'updated_at'>

/** @throws TamperedRowError unless this server sealed these bytes for this row and time */
function open(secrets: ServerSecrets, { name, sealed, updated_at }: SealedRow): string {
  try {
    return openServerBox(secrets, { name, updatedAt: updated_at }, sealed).toString('utf8')
  } catch {
    throw new TamperedRowError('payment_settings', name)
  }
}

/** Authenticates a row of settings: encryption under the server secret does it, so the row has no MAC. */
export const settingsSeal = {
  check: (secrets: ServerSecrets, row: SealedRow): void => void open(secrets, row),
}

/** The general settings are there from the start: without them the instance would be in test mode. */
const withoutGeneral = () => new TamperedRowError('payment_settings', 'general')

/**
 * The JSON text of a row; undefined while nothing was set.
 * @throws TamperedRowError
 */
export async function readSettings(
  { db, secrets }: DbContext<'secrets'>,
  name: SettingsName,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_settings')
    .select(['name', 'sealed', 'updated_at'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row && name === 'general') throw withoutGeneral()
  return row && open(secrets, row)
}

/** All rows, by name: at most one for each provider, and the general one. @throws TamperedRowError */
export async function readAllSettings({
  db,
  secrets,
}: DbContext<'secrets'>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('payment_settings').select(['name', 'sealed', 'updated_at']).execute()
  const texts = new Map(rows.map((row) => [row.name, open(secrets, row)]))
  if (!texts.has('general')) throw withoutGeneral()
  return texts
}

/** Other transactions that lock the settings wait. */
export async function lockSettings({ db, engine }: TrxContext<'engine'>): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('payment_settings').select('name').where('name', '=', 'general').forUpdate().execute()
}

/** Changes with each change of a row. */
export async function readSettingsRevision({ db }: DbContext): Promise<string> {
  const row = await db
    .selectFrom('payment_settings')
    .select(({ fn }) => [fn.max('updated_at').as('newest'), fn.countAll<number>().as('rows')])
    .executeTakeFirstOrThrow()
  return `${row.newest}-${row.rows}`
}

/** Writes a row, within the transaction that has read it. Forgets the last failure, which the change may have fixed. */
export async function writeSettings(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  name: SettingsName,
  json: string,
): Promise<void> {
  const updated_at = clock()
  const sealed = sealServerBox(secrets, { name, updatedAt: updated_at }, Buffer.from(json, 'utf8'))
  const changed = { sealed, updated_at, last_error: null, last_error_at: null }
  await db
    .insertInto('payment_settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}

/** Writes a row unless there is one already. */
export async function insertSettings(
  { db, secrets, clock }: DbContext<'secrets' | 'clock'>,
  name: SettingsName,
  json: string,
): Promise<void> {
  const updated_at = clock()
  const sealed = sealServerBox(secrets, { name, updatedAt: updated_at }, Buffer.from(json, 'utf8'))
  await db
    .insertInto('payment_settings')
    .values({ name, sealed, updated_at, last_error: null, last_error_at: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Stores how a provider last failed. Does nothing for one without settings. */
export async function writeLastError(
  { db }: DbContext,
  name: ProviderId,
  error: { readonly text: string; readonly at: number },
): Promise<void> {
  await db
    .updateTable('payment_settings')
    .set({ last_error: error.text, last_error_at: error.at })
    .where('name', '=', name)
    .execute()
}

/** How each provider last failed since its settings were changed. */
export async function readLastErrors({
  db,
}: DbContext): Promise<ReadonlyMap<string, { readonly text: string; readonly at: number }>> {
  const rows = await db
    .selectFrom('payment_settings')
    .select(['name', 'last_error', 'last_error_at'])
    .where('last_error', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.name, { text: row.last_error ?? '', at: row.last_error_at ?? 0 }]))
}

/**
 * Seals again what an older server secret sealed, so that the older secret can be removed from the ring. A row that no
 * server wrote is reported and stays.
 * @returns how many rows were sealed again
 */
export async function resealSettings(
  { db, secrets }: DbContext<'secrets'>,
  onTampered: Report,
): Promise<number> {
  const rows = await db.selectFrom('payment_settings').select(['name', 'sealed', 'updated_at']).execute()
  let count = 0
  for (const row of rows) {
    if (!isUntampered(() => settingsSeal.check(secrets, row), onTampered)) continue
    const plaintext = Buffer.from(open(secrets, row), 'utf8')
    if (boxKid(row.sealed) === secrets.newest) continue
    const sealed = sealServerBox(secrets, { name: row.name, updatedAt: row.updated_at }, plaintext)
    const changed = await db
      .updateTable('payment_settings')
      .set({ sealed })
      .where('name', '=', row.name)
      .where('sealed', '=', row.sealed)
      .executeTakeFirst()
    count += Number(changed.numUpdatedRows)
  }
  return count
}

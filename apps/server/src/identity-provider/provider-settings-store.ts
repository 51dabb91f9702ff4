import { boxKid, openServerBox, sealServerBox } from '@envhold/integrity/server-cipher.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'
import type { DbContext, TrxContext } from '../context.ts'
import { parseStored } from '../db/parse-stored.ts'
import type { Row as TableRow } from '../db/tables.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

const name = 'provider'

type Row = TableRow<'sign_in_settings'>

/** The prefix keeps a box apart from those of payment settings, which have the same key. */
const placeOf = (row: Pick<Row, 'name' | 'updated_at'>) => ({
  name: `sign-in/${row.name}`,
  updatedAt: row.updated_at,
})

/** @throws TamperedRowError unless this server sealed these bytes for this row and time */
function open(secrets: ServerSecrets, row: Row): string {
  try {
    return openServerBox(secrets, placeOf(row), row.sealed).toString('utf8')
  } catch {
    throw new TamperedRowError('sign_in_settings', row.name)
  }
}

/** Authenticates a row of settings: encryption under the server secret does it, so the row has no MAC. */
export const signInSettingsSeal = {
  check: (secrets: ServerSecrets, row: Row): void => void open(secrets, row),
}

/**
 * The settings of the OpenID provider; undefined if there is none.
 * @throws TamperedRowError
 */
export async function readProviderSettings({ db, secrets }: DbContext<'secrets'>) {
  const row = await db.selectFrom('sign_in_settings').selectAll().where('name', '=', name).executeTakeFirst()
  return row && parseStored(providerSettings, open(secrets, row))
}

export async function writeProviderSettings(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  settings: ProviderSettings,
): Promise<void> {
  const updated_at = clock()
  const plaintext = Buffer.from(JSON.stringify(settings), 'utf8')
  const changed = { sealed: sealServerBox(secrets, placeOf({ name, updated_at }), plaintext), updated_at }
  await db
    .insertInto('sign_in_settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}

/** @returns whether there were any */
export async function deleteProviderSettings({ db }: TrxContext): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_settings')
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Seals again what an older server secret sealed, so that the older secret can be removed from the ring.
 * @returns how many rows were sealed again
 */
export async function resealProviderSettings({ db, secrets }: DbContext<'secrets'>): Promise<number> {
  let count = 0
  for (const row of await db.selectFrom('sign_in_settings').selectAll().execute()) {
    const plaintext = Buffer.from(open(secrets, row), 'utf8')
    if (boxKid(row.sealed) === secrets.newest) continue
    const changed = await db
      .updateTable('sign_in_settings')
      .set({ sealed: sealServerBox(secrets, placeOf(row), plaintext) })
      .where('name', '=', row.name)
      .where('sealed', '=', row.sealed)
      .executeTakeFirst()
    count += Number(changed.numUpdatedRows)
  }
  return count
}

import { boxKid, openServerBox, sealServerBox } from '@envhold/integrity/server-cipher.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'
import type { DbContext, TrxContext } from '../context.ts'
import { parseStored } from '../db/parse-stored.ts'
import { tableRows } from '../db/table-rows.ts'
import type { Row as TableRow } from '../db/tables.ts'
import { isUntampered, type Report } from '../db/unless-tampered.ts'
import { type ProviderSettings, providerSettings } from './provider-settings.ts'

const name = 'provider'

const stored = tableRows('sign_in_settings')

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

/** The settings of the OpenID provider; undefined if there is none. @throws TamperedRowError */
export async function readProviderSettings(ctx: DbContext<'secrets'>) {
  const row = await stored.find(ctx, { name })
  return row && parseStored(providerSettings, open(ctx.secrets, row))
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
export const deleteProviderSettings = async (ctx: TrxContext) => (await stored.remove(ctx, { name })) === 1

/**
 * Seals again what an older server secret sealed, so that the older secret can be removed from the ring. A row that no
 * server wrote is reported and stays.
 * @returns how many rows were sealed again
 */
export async function resealProviderSettings(ctx: DbContext<'secrets'>, onTampered: Report): Promise<number> {
  const { secrets } = ctx
  let count = 0
  for (const row of await stored.list(ctx, {})) {
    if (!isUntampered(() => signInSettingsSeal.check(secrets, row), onTampered)) continue
    const plaintext = Buffer.from(open(secrets, row), 'utf8')
    if (boxKid(row.sealed) === secrets.newest) continue
    const sealed = sealServerBox(secrets, placeOf(row), plaintext)
    count += await stored.update(ctx, { name: row.name, sealed: row.sealed }, { sealed })
  }
  return count
}

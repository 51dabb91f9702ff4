import { z } from 'zod'
import type { DbContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { parseStored } from '../../../db/parse-stored.ts'

const key = 'backups-offsite'

/** What became of the backups that leave the machine, of the whole instance. */
const storedOffsite = z.object({
  /** The newest one that is complete there. */
  sent: z.object({ file: z.string(), to: z.string(), at: z.number(), startedAt: z.number() }).nullable(),
  /** Of the last attempt; null if it did not fail. */
  failed: z.object({ file: z.string(), error: z.string(), at: z.number(), since: z.number() }).nullable(),
  /** Why older ones could not all be deleted there after the newest one was sent. */
  cleanUpFailure: z.string().nullable().default(null),
  /** When the first of these failures in a row was. */
  cleanUpFailedSince: z.number().nullable().default(null),
})
export type BackupsOffsite = Readonly<z.output<typeof storedOffsite>>

const none: BackupsOffsite = { sent: null, failed: null, cleanUpFailure: null, cleanUpFailedSince: null }

export async function readOffsite(db: Db): Promise<BackupsOffsite> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  return row ? parseStored(storedOffsite, row.value) : none
}

export async function storeOffsite({ db }: DbContext, offsite: BackupsOffsite): Promise<void> {
  const value = JSON.stringify(offsite)
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

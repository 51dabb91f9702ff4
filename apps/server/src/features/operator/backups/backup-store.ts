import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { DbContext, TrxContext } from '../../../context.ts'
import { countAll, updatesRow } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { clockToleranceMs } from '../../../db/count-windows.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row, Tables } from '../../../db/tables.ts'

export type BackupRow = Row<'backups'>

const rows = tableRows('backups')

/** A backup with the username of the operator who started it. */
export type ListedBackup = BackupRow & { readonly username: string | null }

/** How a verification ended. */
const storedVerification = z.object({
  at: z.number(),
  result: z.enum(['valid', 'invalid', 'unknown']),
  summary: z.string(),
  problems: storedTexts.readonly(),
})
export type StoredVerification = Readonly<z.output<typeof storedVerification>>

const select = (db: Db) =>
  db
    .selectFrom('backups')
    .leftJoin('users', 'users.id', 'backups.started_by')
    .selectAll('backups')
    .select('users.username')

export const findBackup = (db: Db, id: number): Promise<ListedBackup | undefined> =>
  select(db).where('backups.id', '=', id).executeTakeFirst()

export const findBackupOfFile = (db: Db, file: string): Promise<ListedBackup | undefined> =>
  select(db).where('backups.file', '=', file).executeTakeFirst()

/** A page of backups, the newest first. */
export const listBackupRows = (
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedBackup[]> =>
  select(db)
    .orderBy('backups.started_at', 'desc')
    .orderBy('backups.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countBackups = (db: Db): Promise<number> => countAll(db.selectFrom('backups'))

/** What is being done, and what is to be done, the oldest first. */
export const findOpenBackups = (db: Db): Promise<BackupRow[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('state', 'in', ['waiting', 'running', 'verifying']), eb('wanted', 'is not', null)]),
    )
    .orderBy('id')
    .execute()

type NewBackup = Pick<BackupRow, 'file' | 'origin' | 'started_by'>

/** @returns the id; undefined if another one is waiting or being made */
export async function insertBackup(
  { db, clock }: TrxContext<'clock'>,
  backup: NewBackup,
): Promise<number | undefined> {
  const row = await db
    .insertInto('backups')
    .values({ ...backup, node: '', state: 'waiting', percent: 0, started_at: clock() })
    // On PostgreSQL a violation would end the transaction.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const changed = (db: Db, id: number, change: Updateable<Tables['backups']>) =>
  db.updateTable('backups').set(change).where('id', '=', id)

/** Begins a backup that waits. @returns whether it still waited */
export const markRunning = ({ db }: DbContext, id: number, node: string): Promise<boolean> =>
  updatesRow(changed(db, id, { state: 'running', node }).where('state', '=', 'waiting'))

export const setPercent = (db: Db, id: number, percent: number) => changed(db, id, { percent }).execute()

export const markDone = ({ db, clock }: DbContext<'clock'>, id: number, record: string) =>
  changed(db, id, { state: 'done', percent: 100, record, error: null, finished_at: clock() }).execute()

export const markFailed = ({ db, clock }: DbContext<'clock'>, id: number, error: string) =>
  changed(db, id, { state: 'failed', error, finished_at: clock() }).execute()

/** Adds a finished backup whose file exists. A row of this file that says otherwise is of before the backup ended. */
export async function insertDone(
  { db }: DbContext,
  backup: NewBackup & Pick<BackupRow, 'node' | 'started_at' | 'finished_at' | 'record'>,
): Promise<void> {
  const finished = { ...backup, state: 'done', percent: 100, error: null } as const
  await db
    .insertInto('backups')
    .values(finished)
    .onConflict((conflict) =>
      conflict.column('file').doUpdateSet(finished).where('backups.state', '!=', 'done'),
    )
    .execute()
}

export const findDoneFiles = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectFrom('backups').select('file').where('record', 'is not', null).execute()).map(
      ({ file }) => file,
    ),
  )

/** Asks the node that has the file. @returns whether the backup is finished, and nothing else is wanted */
export const want = (
  { db, clock }: TrxContext<'clock'>,
  id: number,
  action: NonNullable<BackupRow['wanted']>,
): Promise<boolean> =>
  updatesRow(
    changed(db, id, { wanted: action, wanted_at: clock() })
      .where('state', 'in', action === 'verify' ? ['done'] : ['done', 'failed'])
      .where('wanted', 'is', null),
  )

export const markVerifying = (db: Db, id: number) =>
  changed(db, id, { state: 'verifying', percent: 0 }).execute()

/** Ends a verification; without a result, it did not come to an end. */
export const markVerified = (db: Db, id: number, verification: StoredVerification | undefined) =>
  changed(db, id, {
    state: 'done',
    percent: 100,
    wanted: null,
    wanted_at: null,
    ...(verification && { verification: JSON.stringify(verification) }),
  }).execute()

export const deleteBackupRow = (db: Db, id: number) => rows.remove({ db }, { id })

/** From the newest to the oldest. */
const orderBy = ['started_at desc', 'id desc'] as const

/** A backup that began later than this was made while the clock was ahead: it stays, and counts as none. */
export const latestStart = ({ clock }: Pick<DbContext<'clock'>, 'clock'>): number =>
  clock() + clockToleranceMs

/** When the newest backup began that is done or under way; undefined if there is none. */
export async function findNewestStart(ctx: DbContext<'clock'>): Promise<number | undefined> {
  const [newest] = await rows.list(
    ctx,
    (is) => is.and([is('state', '!=', 'failed'), is('started_at', '<=', latestStart(ctx))]),
    { orderBy, limit: 1 },
  )
  return newest?.started_at
}

/** The newest backup that is done, and not known to be damaged. */
export async function findNewestDone(ctx: DbContext<'clock'>): Promise<BackupRow | undefined> {
  const [newest] = await rows.list(
    ctx,
    (is) => is.and([is('state', '=', 'done'), is('started_at', '<=', latestStart(ctx))]),
    { orderBy, limit: 1 },
  )
  return newest && verificationOf(newest)?.result !== 'invalid' ? newest : undefined
}

/** How a row's verification ended; undefined: it was never verified. */
export const verificationOf = ({ verification }: Pick<BackupRow, 'verification'>) =>
  verification === null ? undefined : parseStored(storedVerification, verification)

/** Finished and failed backups, the newest first. */
export const findEndedBackups = (db: Db) => rows.list({ db }, { state: ['done', 'failed'] }, { orderBy })

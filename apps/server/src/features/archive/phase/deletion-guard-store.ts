import { z } from 'zod'
import type { DbContext, TrxContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { parseStored } from '../../../db/parse-stored.ts'

/** What decides whether projects may be archived and deleted: counts of the last day, and an operator's confirmation. */
const guard = z.object({
  /** What was archived or deleted, beyond what an operator confirmed. */
  done: z.array(z.object({ at: z.int(), count: z.int() })),
  /** How many projects wait for an operator; null: none. */
  held: z.object({ count: z.int(), total: z.int() }).nullable(),
  /** When they began to wait. */
  heldSince: z.int().nullable().default(null),
  mailedAt: z.int().nullable(),
  /** How many more an operator lets through, and until when. */
  released: z.object({ count: z.int(), until: z.int() }).nullable(),
})
export type DeletionGuard = z.output<typeof guard>

const key = 'downgrade-brake'
const open: DeletionGuard = { done: [], held: null, heldSince: null, mailedAt: null, released: null }

const select = (db: Db) => db.selectFrom('instance').select('value').where('key', '=', key)

/** Reads it for a change: other transactions that would change it wait. */
export async function lockDeletionGuard({ db, engine }: TrxContext<'engine'>): Promise<DeletionGuard> {
  await db
    .insertInto('instance')
    .values({ key, value: JSON.stringify(open) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await select(db)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return parseStored(guard, value)
}

/** How many projects wait for an operator, and since when. */
export async function readHeldProjects(
  db: Db,
): Promise<{ readonly count: number; readonly since: number | null } | undefined> {
  const row = await select(db).executeTakeFirst()
  const { held, heldSince } = row ? parseStored(guard, row.value) : open
  return held ? { count: held.count, since: heldSince } : undefined
}

export async function saveDeletionGuard({ db }: TrxContext, next: DeletionGuard): Promise<void> {
  await db
    .updateTable('instance')
    .set({ value: JSON.stringify(next) })
    .where('key', '=', key)
    .execute()
}

/** The e-mail addresses of those who operate the instance. */
export const listOperatorEmails = async ({ db }: DbContext): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .execute()
  ).map(({ email }) => email)

/** Live and archived projects; deleted ones are gone already. */
export const countProjects = async (db: Db): Promise<number> =>
  (await countAll(db.selectFrom('projects').where('removed_at', 'is', null))) +
  (await countAll(db.selectFrom('archived_projects')))

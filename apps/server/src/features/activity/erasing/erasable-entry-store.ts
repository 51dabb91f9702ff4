import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../../context.ts'
import { entryTerm, insertTerms } from '../../../db/activity-log/terms.ts'
import { hex, idList, jsonBytes, rowsQuery } from '../../../db/json-rows.ts'
import type { Erasure } from '../../audit-log/activity-chain-store.ts'
import type { StoredEntry } from '../../audit-log/activity-entry.ts'
import type { SequenceRange } from '../../audit-log/block.ts'
import { eventsWithUsername } from './erase-entry.ts'

/** The entries of a range that accounts caused, or whose text may contain a username or an e-mail address. */
export const readErasable = (
  { db, engine }: DbContext<'engine'>,
  { after, upTo }: SequenceRange,
  userIds: readonly number[],
): Promise<StoredEntry[]> =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', idList(engine, userIds)),
        eb('event_type', 'in', eventsWithUsername),
        eb('description', 'like', '%@%'),
      ]),
    )
    .orderBy('sequence')
    .execute()

interface ErasureRange {
  readonly place: number
  readonly text: string
  readonly token: string | null
  readonly address: string | null
  readonly request: string | null
  readonly digest: string | null
  readonly mac: string | null
  readonly term: number
  readonly client: string
}

const update = rowsQuery<ErasureRange>(
  {
    place: 'bigint',
    text: 'text',
    token: 'text',
    address: 'text',
    request: 'text',
    digest: 'text',
    mac: 'text',
    term: 'bigint',
    client: 'text',
  },
  (rows, engine) => sql`
    update activity set
      description = given.text, token_id = given.token, ip = given.address, request_id = given.request,
      term_id = given.term, client = given.client,
      digest = ${jsonBytes(engine, 'digest')},
      erasure_mac = ${jsonBytes(engine, 'mac')}
    from ${rows} where activity.sequence = given.place`,
)

const deleteUnusedTerms = rowsQuery<{ readonly place: number }>(
  { place: 'bigint' },
  (rows) => sql`
    delete from activity_terms where id in (select place from ${rows})
      and not exists (select 1 from activity where term_id = activity_terms.id)
      and not exists (select 1 from activity_changes where term_id = activity_terms.id)`,
)

/** Stores what is left of entries, and forgets the texts that only they had. The head of all activity is locked. */
export async function updateErased(
  { db, engine }: TrxContext<'engine'>,
  entries: readonly StoredEntry[],
): Promise<void> {
  const terms = entries.map((entry) => entryTerm(entry.chain, entry.description, entry.event_type))
  await insertTerms(db, engine, terms)
  const rows = entries.map((entry, index) => ({
    place: entry.sequence,
    text: entry.description,
    token: entry.token_id,
    address: entry.ip,
    request: entry.request_id,
    digest: entry.digest && hex(entry.digest),
    mac: entry.erasure_mac && hex(entry.erasure_mac),
    term: terms[index]?.id ?? 0,
    client: entry.ip === null ? '' : entry.client,
  }))
  await update(db, engine, rows)
  await deleteUnusedTerms(
    db,
    engine,
    entries.map(({ term_id }) => ({ place: term_id })),
  )
}

/** Notes how far accounts are erased. */
export async function moveErasures(
  { db, engine }: DbContext<'engine'>,
  userIds: readonly number[],
  done: number,
): Promise<void> {
  await db.updateTable('erasures').set({ done }).where('user_id', 'in', idList(engine, userIds)).execute()
}

/** Forgets accounts that are erased. Their names are nowhere then. */
export async function deleteErasures(
  { db, engine }: DbContext<'engine'>,
  userIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', 'in', idList(engine, userIds)).execute()
}

/** Of these accounts, those that exist. */
export async function listExisting(
  { db, engine }: DbContext<'engine'>,
  erasures: readonly Erasure[],
): Promise<ReadonlySet<number>> {
  const ids = erasures.map(({ user_id }) => user_id)
  const rows = await db.selectFrom('users').select('id').where('id', 'in', idList(engine, ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

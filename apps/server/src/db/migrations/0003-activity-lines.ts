import { type RawBuilder, sql } from 'kysely'
import {
  type ChangedKeys,
  findExplained,
  kindOf,
  type LinedEntry,
  lineOf,
  type OpenLine,
  parseOpenLines,
  storedKeys,
} from '../activity-log/lines.ts'
import { insertSearch } from '../activity-log/terms.ts'
import type { Db, Engine } from '../connect.ts'
import { rowsQuery } from '../json-rows.ts'
import type { Row } from '../tables.ts'

const statements = [
  'alter table activity add column line bigint not null default 0',
  'alter table activity add column term_id bigint not null default 0',
  'alter table activity add column version bigint not null default 0',
  "alter table activity add column client text not null default ''",
  "alter table activity_heads add column open_lines text not null default ''",
]

const tables = {
  sqlite: [
    'create table activity_terms (id integer primary key, chain text not null, text text not null)',
    'create table activity_changes (sequence bigint not null, term_id bigint not null, kind text not null, primary key (sequence, term_id))',
  ],
  postgres: [
    'create table activity_terms (id bigint primary key, chain text collate "C" not null, text text not null)',
    'create table activity_changes (sequence bigint not null, term_id bigint not null, kind text not null, primary key (sequence, term_id))',
  ],
} as const satisfies Record<Engine, readonly string[]>

const indexes = [
  'create index activity_of_line on activity (line, sequence)',
  'create index activity_of_term on activity (term_id, sequence)',
  'create index activity_terms_of_chain on activity_terms (chain)',
  'create index activity_changes_of_term on activity_changes (term_id, sequence)',
]

type Entry = Omit<LinedEntry, 'keys' | 'isExplained'> & Pick<Row<'activity'>, 'chain'>

const pageLength = 2_000

/** Gives every entry its line, the version that it wrote with its names, and the texts by which it is found. */
export async function activityLines(db: Db, engine: Engine): Promise<void> {
  for (const statement of [...statements, ...tables[engine]]) await sql.raw(statement).execute(db)
  await placeEveryEntry(db, engine)
  for (const statement of indexes) await sql.raw(statement).execute(db)
}

/** Chains whose open lines are held in memory. Those of all others are in their heads. */
const maxChains = 10_000

/** The part of the migration whose time grows with the log. */
export async function placeEveryEntry(db: Db, engine: Engine): Promise<void> {
  const open = new Map<string, readonly OpenLine[]>()
  for (let after = 0; ; ) {
    const entries = await readEntries(db, after)
    const last = entries.at(-1)
    if (!last) break
    const chains = [...new Set(entries.map(({ chain }) => chain))].filter((chain) => !open.has(chain))
    for (const [chain, lines] of await readOpenLines(db, engine, chains)) open.set(chain, lines)
    await placeEntries(db, engine, entries, open)
    if (open.size > maxChains) {
      await storeOpenLines(db, engine, open)
      open.clear()
    }
    after = last.sequence
  }
  await storeOpenLines(db, engine, open)
}

interface StoredLines {
  readonly chain: string
  readonly open_lines: string
}

const readNamed = rowsQuery<{ readonly name: string }, StoredLines>(
  { name: 'text' },
  (rows) =>
    sql<StoredLines>`select chain, open_lines from activity_heads where chain in (select name from ${rows})`,
)

/** The lines that are open at the ends of chains, as their heads store them. */
async function readOpenLines(
  db: Db,
  engine: Engine,
  chains: readonly string[],
): Promise<readonly (readonly [chain: string, open: readonly OpenLine[]])[]> {
  const rows = await readNamed(
    db,
    engine,
    chains.map((name) => ({ name })),
  )
  return rows.map(({ chain, open_lines }) => [chain, parseOpenLines(open_lines)])
}

const putOpenLines = rowsQuery<{ readonly name: string; readonly open: string }>(
  { name: 'text', open: 'text' },
  (rows) => sql`
    update activity_heads set open_lines = given.open from ${rows} where activity_heads.chain = given.name`,
)

const storeOpenLines = (db: Db, engine: Engine, open: ReadonlyMap<string, readonly OpenLine[]>) =>
  putOpenLines(
    db,
    engine,
    [...open].map(([name, lines]) => ({ name, open: JSON.stringify(lines) })),
  )

async function readEntries(db: Db, after: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select sequence, at, event_type, description, user_id, token_id, environment_id, ip, request_id, chain
    from activity where sequence > ${after} order by sequence limit ${pageLength}`.execute(db)
  return rows
}

interface Placed {
  readonly place: number
  readonly line: number
  readonly term: number
  readonly version: number
}

const putPlaces = rowsQuery<Placed>(
  { place: 'bigint', line: 'bigint', term: 'bigint', version: 'bigint' },
  (rows): RawBuilder<unknown> => sql`
    update activity set line = given.line, term_id = given.term, version = given.version
    from ${rows} where activity.sequence = given.place`,
)

async function placeEntries(
  db: Db,
  engine: Engine,
  entries: readonly Entry[],
  open: Map<string, readonly OpenLine[]>,
): Promise<void> {
  const versions = await findVersions(db, entries)
  const terms = await insertSearch(
    db,
    engine,
    entries.map((entry) => ({ ...entry, keys: versions.get(entry.sequence)?.keys ?? null })),
  )
  const explained = findExplained(entries)
  const places = entries.map((entry, index) => {
    const version = versions.get(entry.sequence)
    const next = lineOf(open.get(entry.chain) ?? [], {
      ...entry,
      keys: version?.keys ?? null,
      isExplained: explained[index] ?? false,
    })
    open.set(entry.chain, next.open)
    return {
      place: entry.sequence,
      line: next.line,
      term: terms[index] ?? 0,
      version: version?.version ?? 0,
    }
  })
  await putPlaces(db, engine, places)
}

interface Version {
  readonly version: number
  readonly keys: ChangedKeys
}

interface VersionRow {
  readonly version: number
  readonly author_id: number
  readonly created_at: number
  readonly added: string
  readonly changed: string
  readonly removed: string
}

/** A write appends its entry after its version, in one transaction. */
const maxDelayMs = 60_000

/** The versions that these entries wrote, as far as they are still stored. */
async function findVersions(db: Db, entries: readonly Entry[]): Promise<ReadonlyMap<number, Version>> {
  const versions = new Map<number, Version>()
  const writes = entries.filter((entry) => kindOf(entry) === 'write' && entry.environment_id !== null)
  const from = Math.min(...writes.map(({ at }) => at)) - maxDelayMs
  const upTo = Math.max(...writes.map(({ at }) => at))
  for (const [environment, writesOf] of Map.groupBy(writes, ({ environment_id }) => environment_id)) {
    const { rows } = await sql<VersionRow>`
      select version, author_id, created_at, added, changed, removed from environment_versions
      where environment_id = ${environment} and created_at between ${from} and ${upTo} order by version`.execute(
      db,
    )
    for (const entry of writesOf) {
      const index = rows.findLastIndex(
        ({ author_id, created_at }) =>
          author_id === entry.user_id && created_at <= entry.at && entry.at - created_at <= maxDelayMs,
      )
      const row = rows[index]
      if (row) versions.set(entry.sequence, { version: row.version, keys: storedKeys(row) })
    }
  }
  return versions
}

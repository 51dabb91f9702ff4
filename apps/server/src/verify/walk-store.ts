import { type Selectable, sql } from 'kysely'
import type { Db, Engine } from '../db/connect.ts'
import { tableRows } from '../db/table-rows.ts'
import type { Row, Tables } from '../db/tables.ts'
import { readVersionFloors } from '../features/environments/version-floor-store.ts'
import { versionBytesInRow } from '../features/environments/version-size-store.ts'
import type { OnFinding } from './finding.ts'

export type EnvironmentHead = Row<'environments'>

const versions = tableRows('environment_versions')

/** How many versions of an environment there are from the start of its history, and the first one that is missing. */
export async function readHistory(db: Db, { id, version, oldest_version }: EnvironmentHead) {
  const { count, first, last, bytes } = await db
    .selectFrom('environment_versions')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('version').as('first'),
      fn.max('version').as('last'),
      fn.sum<number>(versionBytesInRow).as('bytes'),
    ])
    .where('environment_id', '=', id)
    .executeTakeFirstOrThrow()
  const newest = await versions.find({ db }, { environment_id: id, version })
  const isWhole = Number(count) === version - oldest_version + 1
  return {
    first: first === null ? null : Number(first),
    last: last === null ? null : Number(last),
    bytes: Number(bytes ?? 0),
    newestEpoch: newest?.epoch,
    missing: isWhole ? undefined : await firstMissing(db, id, oldest_version, version),
  }
}

async function firstMissing(db: Db, id: number, from: number, to: number): Promise<number | undefined> {
  if (!(await versions.has({ db }, { environment_id: id, version: from }))) return from
  // PostgreSQL rejects an empty list.
  const floors = [0, ...(await readVersionFloors(db))]
  const next = sql<{ version: number }>`
    select v.version + 1 as version from environment_versions as v
    left join environment_versions as n on n.environment_id = v.environment_id and n.version = (
      select min(m.version) from environment_versions as m
      where m.environment_id = v.environment_id and m.version > v.version)
    where v.environment_id = ${id} and v.version >= ${from} and v.version < ${to}
      and (n.version is null or n.version > v.version + 1 and n.version not in (${sql.join(floors)}))
    order by 1 limit 1`
  return (await next.execute(db)).rows[0]?.version
}

/** The stored names of an environment's variables, as text. */
export const readStoredNames = async (db: Db, { id }: EnvironmentHead) =>
  (await tableRows('environment_names').find({ db }, { environment_id: id }))?.names

/** The epochs of an environment without their keys, in order. */
export const readEpochs = (db: Db, id: number) =>
  db
    .selectFrom('environment_epochs')
    .select(['epoch', 'roster_hash'])
    .select(sql<number>`case when previous_key is null then 0 else 1 end`.as('has_previous'))
    .select(sql<number>`case when link_mac is null then 0 else 1 end`.as('has_link'))
    .where('environment_id', '=', id)
    .orderBy('epoch')
    .execute()

/** Users who hold the key of an environment, and have no place in its project. */
export async function readStrangers(db: Db, { id, project_id }: EnvironmentHead): Promise<string[]> {
  const rows = await db
    .selectFrom('grants')
    .select('principal')
    .where('environment_id', '=', id)
    .where('kind', '=', 'user')
    .where(sql<boolean>`length(sealed) > 34`)
    .where(
      sql<boolean>`not exists (select 1 from projects as p where p.id = ${project_id} and cast(p.owner_id as text) = principal)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from memberships as m where m.project_id = ${project_id} and cast(m.user_id as text) = principal)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from invitations as i where i.project_id = ${project_id} and cast(i.sealed_to as text) = principal)`,
    )
    .execute()
  return rows.map(({ principal }) => principal)
}

const pageLength = 500
/** Their rows can be larger than 1 MiB. */
const pageLengths: Partial<Record<keyof Tables, number>> = { environment_versions: 50 }

/** Every row of a table in the order of its key, one page at a time. */
export async function* rowsOf<T extends keyof Tables>(
  db: Db,
  table: T,
  keys: readonly (keyof Selectable<Tables[T]> & string)[],
): AsyncGenerator<Selectable<Tables[T]>> {
  const key = sql`(${sql.join(keys.map((name) => sql.ref(name)))})`
  const order = sql.join(keys.map((name) => sql.ref(name)))
  const limit = pageLengths[table] ?? pageLength
  let last: Selectable<Tables[T]> | undefined
  do {
    const after = last
    const behind = after ? sql`where ${key} > (${sql.join(keys.map((name) => after[name]))})` : sql``
    const page = sql<
      Selectable<Tables[T]>
    >`select * from ${sql.table(table)} ${behind} order by ${order} limit ${sql.lit(limit)}`
    const { rows } = await page.execute(db)
    yield* rows
    last = rows.length === limit ? rows.at(-1) : undefined
  } while (last)
}

/**
 * Makes SQLite check the pages and indexes of its file. PostgreSQL checks its pages when it reads them, with
 * checksums on.
 */
export async function verifyPages(db: Db, engine: Engine, onFinding: OnFinding): Promise<void> {
  if (engine !== 'sqlite') return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(db)
  for (const { integrity_check: problem } of rows)
    if (problem !== 'ok') onFinding('envhold.db', 'pages', problem)
}

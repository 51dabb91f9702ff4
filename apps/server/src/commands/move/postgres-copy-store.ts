import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../../db/connect.ts'
import { driverUrl } from '../../db/postgres/driver-url.ts'
import type { Tables } from '../../db/tables.ts'
import type { Cell, Row, Table } from './table.ts'

/** The database to which an instance moves, on one connection. */
export interface PostgresCopy {
  /** Runs its statements on the connection, in the current transaction if there is one. */
  readonly db: Db
  /** Runs the work in one transaction, however long it takes. */
  readonly transact: <T>(work: () => Promise<T>) => Promise<T>
  readonly readTables: () => Promise<Table[]>
  readonly emptyTables: (tables: readonly Table[]) => Promise<void>
  readonly insertRows: (table: Table, rows: readonly Row[]) => Promise<void>
  readonly rows: (table: Table) => AsyncIterable<Row>
  /** Continues the generated ids of a table after this one. */
  readonly continueIds: (table: string, highest: bigint) => Promise<void>
  readonly analyze: () => Promise<void>
  readonly close: () => Promise<void>
}

const int8 = 20
const types = (toInteger: (text: string) => unknown): pg.CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? toInteger : pg.types.getTypeParser(oid, format)) as never,
})
const int4 = 23
const exact: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    oid === int8 || oid === int4 ? BigInt : pg.types.getTypeParser(oid)) as never,
}
const quoted = pg.escapeIdentifier

/** At most so many rows are in memory: the largest is an environment of 1 MB. */
const rowsOfFetch = 100

/** Tables of Envhold: none of an extension, and no partition by itself. */
const tablesQuery = `
  select c.relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped order by attname::text collate "C") as columns,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f') as references
  from pg_class c
  where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p')
    and not c.relispartition
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

/** @throws a database error */
export async function openPostgresCopy(databaseUrl: string): Promise<PostgresCopy> {
  const client = new pg.Client({
    connectionString: driverUrl(databaseUrl),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: types(Number),
  })
  let warning: string | undefined
  client.on('notice', ({ code }) => {
    if (code?.startsWith('01')) warning = code
  })
  client.on('error', () => {
    // The connection was lost: its statement fails, too.
  })
  await client.connect()
  const only = Object.assign(client, { release: () => {} })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: () => client.end() } }),
  })

  const commit = async () => {
    warning = undefined
    const { command } = await client.query('commit')
    if (command !== 'COMMIT' || warning !== undefined)
      throw new Error(`PostgreSQL did not confirm the commit (${warning ?? command})`)
  }

  return {
    db,
    transact: async (work) => {
      await client.query('begin')
      try {
        await client.query(
          'set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0; set local lock_timeout = 0',
        )
        const result = await work()
        await commit()
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {
          // Without a connection there is nothing to roll back.
        })
        throw error
      }
    },
    readTables: async () => (await client.query<Table>(tablesQuery)).rows,
    emptyTables: async (tables) => {
      await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
    },
    insertRows: async ({ name, columns }, rows) => {
      let at = 0
      const places = rows.map(() => `(${columns.map(() => `$${++at}`).join(', ')})`).join(', ')
      const into = `${quoted(name)} (${columns.map(quoted).join(', ')})`
      await client.query(`insert into ${into} values ${places}`, rows.flat())
    },
    async *rows({ name, columns }) {
      const text = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`
      await client.query(`declare copied no scroll cursor for ${text}`)
      for (;;) {
        const fetch = { text: `fetch ${rowsOfFetch} from copied`, rowMode: 'array', types: exact } as const
        const { rows } = await client.query<Cell[]>(fetch)
        yield* rows
        if (rows.length < rowsOfFetch) break
      }
      await client.query('close copied')
    },
    continueIds: async (table, highest) => {
      await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [quoted(table), highest])
    },
    analyze: async () => {
      await client.query('analyze')
    },
    close: () => db.destroy(),
  }
}

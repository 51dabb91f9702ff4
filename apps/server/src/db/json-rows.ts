import { type CompiledQuery, type Insertable, type RawBuilder, sql } from 'kysely'
import { pauseWork } from './charged-work.ts'
import type { Db, Engine } from './connect.ts'
import { together } from './pipeline.ts'
import { preparedQueries, preparedQuery } from './prepared-query.ts'
import type { Tables } from './tables.ts'

/** The columns of the rows that a statement receives, each with its PostgreSQL type. */
type Columns = Readonly<Record<string, 'text' | 'bigint'>>

/** `given`, the table of the rows in the text of {@link rowsText}, for a statement with other parameters beside it. */
export const jsonRows = {
  sqlite: (columns: Columns, json: string, shared: Columns = {}): RawBuilder<unknown> => {
    const fields = Object.keys(columns).map(
      (name, index) => sql`value ->> ${sql.lit(index)} as ${sql.id(name)}`,
    )
    const values = Object.keys(shared).map((name) => sql`${null} as ${sql.id(name)}`)
    return sql`(select ${sql.join([...values, ...fields])} from json_each(${json})) as given`
  },
  postgres: (columns: Columns, json: string, shared: Columns = {}): RawBuilder<unknown> => {
    const fields = Object.entries(columns).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`)
    const values = Object.entries(shared).map(
      ([name, type]) => sql`${null}::${sql.raw(type)} as ${sql.id(name)}`,
    )
    const rows = sql`json_to_recordset(${json}) as given (${sql.join(fields)})`
    return values.length === 0
      ? rows
      : sql`(select ${sql.join([...values, sql`given.*`])} from ${rows}) as given`
  },
} satisfies Record<Engine, unknown>

/** Rows as one parameter. SQLite finds a place in an array faster than a name in an object. */
export function rowsText<Given extends object>(
  engine: Engine,
  columns: Readonly<Record<keyof Given & string, unknown>>,
  rows: readonly Given[],
): string {
  if (engine === 'postgres') return JSON.stringify(rows)
  const names = Object.keys(columns) as (keyof Given)[]
  return JSON.stringify(rows.map((row) => names.map((name) => row[name])))
}

/** A column of `given` with bytes in hex, as bytes. */
export const jsonBytes = (engine: Engine, column: string) =>
  sql.raw(engine === 'postgres' ? `decode(given.${column}, 'hex')` : `unhex(given.${column})`)

/** Bytes as `jsonBytes` reads them. */
export const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/**
 * Runs one statement for any number of rows, in their order.
 * @param shared the values of the shared columns
 */
export interface RowsQuery<Given, Row, Shared extends readonly unknown[] = []> {
  (db: Db, engine: Engine, rows: readonly Given[], ...shared: Shared): Promise<Row[]>
  /** The statement for rows that another one holds, and the rows as that one receives them: on PostgreSQL only. */
  readonly within: (from?: (rows: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<Row>
  readonly parameters: (rows: readonly Given[], ...shared: Shared) => readonly unknown[]
}

/**
 * A statement that receives its rows as one JSON parameter. Its text is the same for one row and for two hundred, so it
 * is compiled and planned once, and a batch costs one round trip.
 * @param write builds the statement around `given`, the table of the rows
 * @param shared columns that have the same value in all rows. SQLite takes 0.3 µs to find a value in a row's JSON
 */
export function rowsQuery<Given extends object, Row = unknown, Shared extends readonly unknown[] = []>(
  columns: Readonly<Record<keyof Given & string, 'text' | 'bigint'>>,
  write: (rows: RawBuilder<unknown>, engine: Engine) => RawBuilder<Row>,
  shared: Columns = {},
): RowsQuery<Given, Row, Shared> {
  const queryOf = (engine: Engine) =>
    preparedQuery((db) => ({
      compile: (): CompiledQuery<Row> => write(jsonRows[engine](columns, '', shared), engine).compile(db),
    }))
  const queries = { sqlite: queryOf('sqlite'), postgres: queryOf('postgres') }
  const run = async (db: Db, engine: Engine, rows: readonly Given[], ...values: Shared) =>
    rows.length === 0 ? [] : queries[engine](db, [...values, rowsText(engine, columns, rows)])
  return Object.assign(run, {
    within: (from = (rows: RawBuilder<unknown>) => rows) =>
      write(from(jsonRows.postgres(columns, '', shared)), 'postgres'),
    parameters: (rows: readonly Given[], ...values: Shared) => [
      ...values,
      rowsText('postgres', columns, rows),
    ],
  })
}

type Table = keyof Tables
/** Every row of a table must have the same columns in the same order. */
type Rows<T extends Table> = readonly Insertable<Tables[T]>[]

/** Statements are cached for up to this many rows. More rows are split into several statements. */
const maxRows = 64

const insertPiece = preparedQueries(
  (db, { table, rows }: { table: Table; rows: Rows<Table> }) => db.insertInto(table).values(rows),
  ({ table, rows }) => `${table}/${rows.length}`,
)

/** Inserts many rows with few statements, each compiled once per number of rows. All of them are sent together. */
export async function insertRows<T extends Table>(db: Db, table: T, rows: Rows<T>): Promise<void> {
  const pieces: Promise<unknown>[] = []
  for (let index = 0; index < rows.length; index += maxRows) {
    const piece = rows.slice(index, index + maxRows)
    const parameters = piece.flatMap((row) => Object.values(row))
    pieces.push(insertPiece(db, { table, rows: piece }, parameters))
  }
  await together(...pieces)
}

/**
 * Reads the rows of many ids, or of other items, with several statements, one after the other. Outside of a transaction,
 * others run in between.
 */
export async function readInSteps<Row, Item = number>(
  db: Db,
  items: readonly Item[],
  read: (some: readonly Item[]) => Promise<readonly Row[]>,
  step = 500,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += step) {
    if (start > 0 && !db.isTransaction) await pauseWork()
    for (const row of await read(items.slice(start, start + step))) rows.push(row)
  }
  return rows
}

const arrayOf = { sqlite: sql.raw('json_group_array'), postgres: sql.raw('json_agg') } satisfies Record<
  Engine,
  unknown
>

/**
 * Reads columns of integers, each as one array. As rows, each would be an object, and thousands of them more work than
 * what the database does.
 */
export async function readNumbers(
  db: Db,
  engine: Engine,
  { columns, from }: { readonly columns: readonly RawBuilder<unknown>[]; readonly from: RawBuilder<unknown> },
): Promise<(readonly number[])[]> {
  const arrays = columns.map((column, index) => sql`${arrayOf[engine]}(${column}) as ${sql.id(`c${index}`)}`)
  const { rows } = await sql<Readonly<Record<string, string | readonly number[] | null>>>`
    select ${sql.join(arrays)} from ${from}`.execute(db)
  return columns.map((_, index) => {
    const numbers = rows[0]?.[`c${index}`] ?? []
    return typeof numbers === 'string' ? JSON.parse(numbers) : numbers
  })
}

/** Up to this many ids are parameters of their own, for which both databases choose an index. */
const maxParameters = 64

const table = {
  sqlite: (json: string) => sql<number>`(select value from json_each(${json}))`,
  postgres: (json: string) =>
    sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`,
} satisfies Record<Engine, unknown>

/** The right side of `in`, for any number of ids: many are one parameter. */
export const idList = (engine: Engine, ids: readonly number[]) =>
  ids.length > 0 && ids.length <= maxParameters
    ? sql<number>`(${sql.join(ids)})`
    : table[engine](JSON.stringify(ids))

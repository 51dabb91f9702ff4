/** The rows of a table whose MAC is checked at each read and renewed at each write. */
import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely'
import type { DbContext, TrxContext } from '../context.ts'
import type { RowMac } from './row-mac.ts'
import type { TableDescription } from './schema/table.ts'
import type { Row, Tables } from './tables.ts'

type Name = { [T in keyof Tables]: Row<T> extends { mac: Uint8Array } ? T : never }[keyof Tables]

/** Columns with the values that they must have, or a condition. */
type Where<T extends Name> = Partial<Row<T>> | ((is: ExpressionBuilder<Tables, T>) => Expression<SqlBool>)

interface Options<T extends Name> {
  readonly orderBy?: readonly (keyof Row<T> & string)[]
  readonly limit?: number
}

interface SignedTable<T extends Name> extends TableDescription<T> {
  readonly mac: RowMac<never>
}

const noMac = new Uint8Array(0)

const conditionOf =
  <T extends Name>(where: Where<T>) =>
  (is: ExpressionBuilder<Tables, 'roles'>): Expression<SqlBool> =>
    typeof where === 'function'
      ? where(is as never)
      : is.and(
          Object.entries(where).map(([column, value]) =>
            is(column as 'id', value === null ? 'is' : '=', value as never),
          ),
        )

export function signedRows<T extends Name>({ name, columns, key, id, ...table }: SignedTable<T>) {
  // Kysely knows no columns of a table that a type parameter names, so its types are those of one table.
  const from = name as 'roles'
  const mac = table.mac as RowMac<Row<T>>
  // The MAC covers a number that the database gives out at the insert.
  const isIdGenerated = id.some((column) => columns[column]?.spec.kind === 'id')

  const keyOf = (row: Row<T>) =>
    Object.fromEntries(key.map((column) => [column, row[column as keyof Row<T>]])) as Partial<Row<T>>

  async function read(
    { db, secrets }: DbContext<'secrets'>,
    where: Where<T>,
    { orderBy = [], limit, lock = false }: Options<T> & { readonly lock?: boolean } = {},
  ): Promise<Row<T>[]> {
    let query = db.selectFrom(from).selectAll().where(conditionOf(where))
    for (const column of orderBy) query = query.orderBy(column as 'id')
    if (limit !== undefined) query = query.limit(limit)
    if (lock) query = query.forUpdate()
    const rows = (await query.execute()) as unknown as Row<T>[]
    for (const row of rows) mac.check(secrets, row as Row<T> & { readonly mac: Uint8Array })
    return rows
  }

  /** @returns the changed row; undefined if none has its key and fulfils the condition */
  async function change(
    { db, secrets }: TrxContext<'secrets'>,
    row: Row<T>,
    change: Partial<Row<T>>,
    where: Where<T> = {},
  ): Promise<Row<T> | undefined> {
    const changed = { ...row, ...change }
    const renewed = { ...change, mac: mac.of(secrets, changed) }
    const { numUpdatedRows } = await db
      .updateTable(from)
      .set(renewed as never)
      .where(conditionOf(keyOf(row)))
      .where(conditionOf(where))
      .executeTakeFirst()
    return numUpdatedRows === 1n ? { ...changed, ...renewed } : undefined
  }

  return {
    change,

    /** @throws TamperedRowError */
    list: (ctx: DbContext<'secrets'>, where: Where<T>, options?: Options<T>): Promise<Row<T>[]> =>
      read(ctx, where, options),

    /** @throws TamperedRowError */
    find: async (ctx: DbContext<'secrets'>, where: Where<T>): Promise<Row<T> | undefined> =>
      (await read(ctx, where))[0],

    /** Finds a row that nobody else changes until the transaction ends. @throws TamperedRowError */
    lock: async (ctx: TrxContext<'secrets' | 'engine'>, where: Where<T>): Promise<Row<T> | undefined> =>
      (await read(ctx, where, { lock: ctx.engine === 'postgres' }))[0],

    /** @throws a unique violation */
    async insert(ctx: TrxContext<'secrets'>, values: Omit<Insertable<Tables[T]>, 'mac'>): Promise<Row<T>> {
      const signed = isIdGenerated ? noMac : mac.of(ctx.secrets, values as unknown as Row<T>)
      const inserted = await ctx.db
        .insertInto(from)
        .values({ ...values, mac: signed } as never)
        .returningAll()
        .executeTakeFirstOrThrow()
      const row = inserted as unknown as Row<T>
      // The transaction hides the row until it has its MAC.
      return isIdGenerated ? ((await change(ctx, row, {})) ?? row) : row
    },

    /** @returns how many were deleted */
    async remove({ db }: DbContext, where: Where<T>): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom(from).where(conditionOf(where)).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

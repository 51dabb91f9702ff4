/** The rows of a table whose MAC is checked at each read and renewed at each write. */
import type { Insertable } from 'kysely'
import type { DbContext, TrxContext } from '../context.ts'
import type { RowMac } from './row-mac.ts'
import type { TableDescription } from './schema/table.ts'
import { type ListOptions, tableRows, type Where } from './table-rows.ts'
import type { Row, Tables } from './tables.ts'

type Name = { [T in keyof Tables]: Row<T> extends { mac: Uint8Array } ? T : never }[keyof Tables]
type New<T extends Name> = Omit<Insertable<Tables[T]>, 'mac'>

interface SignedTable<T extends Name> extends TableDescription<T> {
  readonly mac: RowMac<never>
}

const noMac = new Uint8Array(0)

export function signedRows<T extends Name>({ name, columns, key, id, ...table }: SignedTable<T>) {
  const rows = tableRows(name)
  const mac = table.mac as RowMac<Row<T>>
  // The MAC covers a number that the database gives out at the insert.
  const isIdGenerated = id.some((column) => columns[column]?.spec.kind === 'id')

  const keyOf = (row: Row<T>) =>
    Object.fromEntries(key.map((column) => [column, row[column as keyof Row<T>]])) as Partial<Row<T>>

  /** @throws TamperedRowError */
  const check = ({ secrets }: Pick<DbContext<'secrets'>, 'secrets'>, row: Row<T>): void =>
    mac.check(secrets, row as Row<T> & { readonly mac: Uint8Array })

  const signed = ({ secrets }: Pick<DbContext<'secrets'>, 'secrets'>, values: New<T>) =>
    ({ ...values, mac: mac.of(secrets, values as unknown as Row<T>) }) as unknown as Insertable<Tables[T]>

  async function list(ctx: DbContext<'secrets'>, where: Where<T>, options?: ListOptions<T>) {
    const checked = await rows.list(ctx, where, options)
    for (const row of checked) check(ctx, row)
    return checked
  }

  /** @returns the changed row; undefined if none has its key and fulfils the condition */
  async function change(
    ctx: TrxContext<'secrets'>,
    row: Row<T>,
    change: Partial<Row<T>>,
    where: Where<T> = {},
  ): Promise<Row<T> | undefined> {
    const changed = { ...row, ...change }
    const renewed = { ...change, mac: mac.of(ctx.secrets, changed) }
    const count = await rows.update(ctx, [keyOf(row), where], renewed as Partial<Row<T>>)
    return count === 1 ? { ...changed, ...renewed } : undefined
  }

  return {
    count: rows.count,
    has: rows.has,
    remove: rows.remove,
    check,
    /** For a row with a secret, which is compared before its MAC is checked: an unknown id costs the same work. */
    findUnchecked: rows.find,
    change,
    list,

    /** @throws TamperedRowError */
    find: async (ctx: DbContext<'secrets'>, where: Where<T>): Promise<Row<T> | undefined> =>
      (await list(ctx, where))[0],

    /** Finds a row that nobody else changes until the transaction ends. @throws TamperedRowError */
    lock: async (ctx: TrxContext<'secrets' | 'engine'>, where: Where<T>): Promise<Row<T> | undefined> =>
      (await list(ctx, where, { lock: ctx.engine === 'postgres' }))[0],

    /** @throws a unique violation */
    async insert(ctx: TrxContext<'secrets'>, values: New<T>): Promise<Row<T>> {
      if (!isIdGenerated) return await rows.insertOne(ctx, signed(ctx, values))
      const row = await rows.insertOne(ctx, { ...values, mac: noMac } as unknown as Insertable<Tables[T]>)
      // The transaction hides the row until it has its MAC.
      return (await change(ctx, row, {})) ?? row
    },

    /** Inserts rows whose ids are given. @throws a unique violation */
    insertAll: (ctx: DbContext<'secrets'>, all: readonly New<T>[]): Promise<void> =>
      rows.insert(
        ctx,
        all.map((one) => signed(ctx, one)),
      ),

    /** Writes columns that the MAC does not cover. @returns how many rows were changed */
    touch(ctx: DbContext, where: Where<T>, change: Partial<Row<T>>): Promise<number> {
      const covered = Object.keys(change).find((column) => columns[column]?.spec.signed)
      if (covered !== undefined) throw new Error(`The MAC of ${name} covers ${covered}`)
      return rows.update(ctx, where, change)
    },
  }
}

/** The statements that most tables need: on rows that fulfil a condition. */
import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely'
import type { DbContext } from '../context.ts'
import type { Row, Tables } from './tables.ts'

type Name = keyof Tables
type ColumnOf<T extends Name> = keyof Row<T> & string

/** Columns with the value that each must have, or several of which it must have one; a condition; or all of these. */
export type Where<T extends Name> =
  | { readonly [C in ColumnOf<T>]?: Row<T>[C] | readonly Row<T>[C][] }
  | ((is: ExpressionBuilder<Tables, T>) => Expression<SqlBool>)
  | readonly Where<T>[]

export interface ListOptions<T extends Name> {
  readonly orderBy?: readonly (ColumnOf<T> | `${ColumnOf<T>} desc`)[]
  readonly limit?: number
  /** The rows stay as they are until the transaction ends. Only PostgreSQL has to be told. */
  readonly lock?: boolean
}

type AnyWhere = Where<'roles'>

const conditionsOf = (is: ExpressionBuilder<Tables, 'roles'>, where: AnyWhere): Expression<SqlBool>[] => {
  if (typeof where === 'function') return [where(is)]
  if (Array.isArray(where)) return where.flatMap((one: AnyWhere) => conditionsOf(is, one))
  return Object.entries(where).map(([name, value]) => {
    const column = name as 'id'
    if (!Array.isArray(value)) return is(column, value === null ? 'is' : '=', value as never)
    // PostgreSQL rejects an empty list.
    return value.length === 0 ? is.or([]) : is(column, 'in', value)
  })
}

const all =
  <T extends Name>(where: Where<T>) =>
  (is: ExpressionBuilder<Tables, 'roles'>) =>
    is.and(conditionsOf(is, where as AnyWhere))

export function tableRows<T extends Name>(name: T) {
  // Kysely knows no columns of a table that a type parameter names, so its types are those of one table.
  const table = name as 'roles'

  async function list({ db }: DbContext, where: Where<T>, options: ListOptions<T> = {}): Promise<Row<T>[]> {
    let query = db.selectFrom(table).selectAll().where(all(where))
    for (const order of options.orderBy ?? []) {
      const [column, direction = 'asc'] = order.split(' ') as ['id', 'desc'?]
      query = query.orderBy(column, direction)
    }
    if (options.limit !== undefined) query = query.limit(options.limit)
    if (options.lock) query = query.forUpdate()
    return (await query.execute()) as unknown as Row<T>[]
  }

  const insertion = (db: DbContext['db'], rows: readonly Insertable<Tables[T]>[]) =>
    db.insertInto(table).values(rows as never)

  return {
    list,

    find: async (ctx: DbContext, where: Where<T>): Promise<Row<T> | undefined> => (await list(ctx, where))[0],

    async count({ db }: DbContext, where: Where<T>): Promise<number> {
      const counted = db.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
      return Number((await counted.where(all(where)).executeTakeFirstOrThrow()).count)
    },

    async has({ db }: DbContext, where: Where<T>): Promise<boolean> {
      const one = db.selectFrom(table).select(({ lit }) => lit(1).as('one'))
      return (await one.where(all(where)).limit(1).executeTakeFirst()) !== undefined
    },

    /** @throws a unique violation */
    insertOne: async ({ db }: DbContext, row: Insertable<Tables[T]>): Promise<Row<T>> =>
      (await insertion(db, [row]).returningAll().executeTakeFirstOrThrow()) as unknown as Row<T>,

    /** @throws a unique violation */
    async insert({ db }: DbContext, rows: readonly Insertable<Tables[T]>[]): Promise<void> {
      if (rows.length > 0) await insertion(db, rows).execute()
    },

    /** @returns how many were changed */
    async update({ db }: DbContext, where: Where<T>, change: Partial<Row<T>>): Promise<number> {
      const updated = db.updateTable(table).set(change as never)
      return Number((await updated.where(all(where)).executeTakeFirst()).numUpdatedRows)
    },

    /** @returns how many were deleted */
    remove: async ({ db }: DbContext, where: Where<T>): Promise<number> =>
      Number((await db.deleteFrom(table).where(all(where)).executeTakeFirst()).numDeletedRows),
  }
}

import {
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  type Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import { PipeliningAdapter } from '../pipeline.ts'
import type { Tables } from '../tables.ts'
import type { TransactOptions, Trx } from '../transaction.ts'
import { PostgresConnection } from './postgres-connection.ts'

const driver = new DummyDriver()
const compiler = new PostgresQueryCompiler()
const adapter = new PipeliningAdapter()
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}

/** A transaction on a connection. Kysely's own would send a statement only after the one before it is answered. */
function transactionOn(connection: PostgresConnection): { readonly trx: Trx; readonly end: () => void } {
  let hasEnded = false
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: async (use) => {
      // The connection may be in use by others.
      if (hasEnded) throw new Error('The transaction has ended')
      return await use(connection)
    },
  })
  return {
    trx: new Transaction({ config: { dialect }, dialect, driver, executor }),
    end: () => {
      hasEnded = true
    },
  }
}

/** Runs work in a transaction whose statements are sent as soon as they are started. */
export const runPipelined = <T>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
  { sendWithBegin = false, whileCommitting }: TransactOptions = {},
): Promise<T> =>
  db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PostgresConnection)) throw new Error('Only PostgreSQL pipelines statements')
    const { trx, end } = transactionOn(connection)
    try {
      const begun = connection.begin('shared')
      if (!sendWithBegin) await begun
      const result = await work(trx)
      end()
      const committed = connection.commit()
      if (whileCommitting) setImmediate(whileCommitting)
      await committed
      return result
    } catch (error) {
      end()
      await connection.rollback()
      throw error
    }
  })

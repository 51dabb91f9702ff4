import { hash } from 'node:crypto'
import type pg from 'pg'

/** What the dialect uses of a connection of `pg`. */
export interface StatementClient {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  on(event: 'notice', listener: (notice: { readonly code?: string | undefined }) => void): unknown
  off(event: 'notice', listener: (notice: { readonly code?: string | undefined }) => void): unknown
  release(): void
}

export interface StatementPool {
  connect(): Promise<StatementClient>
  end(): Promise<void>
}

/** A statement is named from this use on: what comes once or twice would take the place of what comes often. */
const namedFromUse = 3
const maxNamed = 200
const maxCounted = 2_000

/** Which statements have a name on one connection. */
class StatementNames {
  readonly generation: number
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  constructor(generation: number) {
    this.generation = generation
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxNamed) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < namedFromUse) {
      if (this.#uses.size >= maxCounted) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const name = `${hash('sha256', text, 'hex').slice(0, 32)}_${this.generation}`
    this.#names.set(text, name)
    return name
  }
}

/** A table has other columns than when a statement was planned, as happens when a newer node migrates the database. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const outsideTransaction = 'I'

/**
 * Gives frequent statements a name, by a hash of their text, so that PostgreSQL parses and plans them once for each
 * connection. Their number is bounded, since each plan takes memory on the server. The names are those of the protocol,
 * which PgBouncer follows in transaction mode from 1.21 on.
 *
 * A stale plan makes all names of the pool new. Outside a transaction its statement is run again here; a transaction
 * is run again by `inTransaction`. Connections of before are closed when they come back, with what they hold.
 */
export function withNamedStatements(pool: pg.Pool): StatementPool {
  let generation = 0
  const namesOf = new WeakMap<pg.PoolClient, StatementNames>()

  const send = (client: pg.PoolClient, text: string, values: unknown[]) => {
    const known = namesOf.get(client)
    const names = known?.generation === generation ? known : new StatementNames(generation)
    namesOf.set(client, names)
    const name = values.length === 0 ? undefined : names.nameOf(text)
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }

  const query = async (client: pg.PoolClient, text: string, values: unknown[]) => {
    const sentIn = generation
    try {
      return await send(client, text, values)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      if (sentIn === generation) generation++
      if (client.getTransactionStatus() !== outsideTransaction) throw error
      return await send(client, text, values)
    }
  }

  const wrap = (client: pg.PoolClient): StatementClient => {
    const bornIn = generation
    return {
      query: (text, values = []) => query(client, text, values),
      on: (event, listener) => client.on(event, listener),
      off: (event, listener) => client.off(event, listener),
      release: () => client.release(bornIn !== generation),
    }
  }

  const wrapped = new WeakMap<pg.PoolClient, StatementClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

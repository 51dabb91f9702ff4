import { hash } from 'node:crypto'
import type pg from 'pg'

/** What the dialect uses of a `pg` connection. */
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

/** A statement is named from this use on. Rare statements would displace frequent ones. */
const namedFromUse = 3
const maxNamed = 200
const maxCounted = 2_000

/** The named statements of one connection. */
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

/** Whether a table's columns changed after a statement was planned, as when a newer node migrates the database. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const outsideTransaction = 'I'

/**
 * Names frequent statements by a hash of their text, so that PostgreSQL parses and plans them once per connection.
 * Their number is bounded, because each plan takes memory on the server. These are protocol-level names, which
 * PgBouncer supports in transaction mode since 1.21.
 *
 * A stale plan makes the pool change all of its names. Outside a transaction its statement is run again here. A
 * transaction is run again by `inTransaction`. Older connections are closed with their plans when they are released.
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

import { hash } from 'node:crypto'
import type pg from 'pg'

/** The part of a `pg` connection that the dialect uses. */
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

/** A statement is named from this use on: rare ones would displace frequent ones. */
const namedFromUse = 3
const maxNamed = 200
const maxCounted = 2_000

/** Which statements are named on one connection. */
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

/** A table has other columns than when a statement was planned, as after a migration by a newer node. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const outsideTransaction = 'I'

/**
 * Names frequent statements by a hash of their text, so that PostgreSQL parses and plans them once per connection.
 * Their number is limited, because each plan takes memory on the server. The names are those of the protocol, which
 * PgBouncer supports in transaction mode from 1.21.
 *
 * A stale plan changes all names of the pool. Outside a transaction its statement runs again here; `inTransaction`
 * runs a transaction again. Earlier connections are closed when they return to the pool.
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

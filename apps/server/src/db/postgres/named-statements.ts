import { hash } from 'node:crypto'
import pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether it is part of a transaction, and so cannot be run again alone. */
  readonly isInTransaction: boolean
}

/** What the dialect uses of a `pg` connection. */
export interface StatementClient {
  /**
   * Sends a statement at once, even if earlier ones are not answered yet. PostgreSQL runs and answers them in order.
   * @param answered called as soon as the result or error has arrived, before a message that follows it is read
   */
  query(statement: Statement, answered?: () => void): Promise<pg.QueryResult>
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

const noSuchStatement = '26000'

/**
 * Whether a named statement cannot be used any more: a table's columns changed after it was planned, as when a newer
 * node migrates the database, or a pooler led to a connection that does not have it.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof Error &&
  (('routine' in error && error.routine === 'RevalidateCachedQuery') ||
    ('code' in error && error.code === noSuchStatement))

/** Statements that are sent in the same turn leave in one packet. */
function corkForThisTurn(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** `pg`'s own promise would resolve after the messages that follow the answer have been read. */
function sendTo(
  client: pg.PoolClient,
  config: pg.QueryConfig,
  answered: () => void,
): Promise<pg.QueryResult> {
  corkForThisTurn(client)
  return new Promise((resolve, reject) => {
    void client.query(config, (error: Error | null, result) => {
      answered()
      if (error) reject(error)
      else resolve(result)
    })
  })
}

const nothing = () => {}

/**
 * Names frequent statements by a hash of their text, so that PostgreSQL parses and plans them once per connection.
 * Their number is bounded, because each plan takes memory on the server. These are protocol-level names, which
 * PgBouncer supports in transaction mode since 1.21. Without `isNaming` no statement has a name.
 *
 * A stale plan makes the pool change all of its names. Outside a transaction its statement is run again here. A
 * transaction is run again by `runTransaction`. Older connections are closed with their plans when they are released.
 */
export function statementPool(pool: pg.Pool, { isNaming }: { readonly isNaming: boolean }): StatementPool {
  let generation = 0
  const namesOf = new WeakMap<pg.PoolClient, StatementNames>()

  const nameOf = (client: pg.PoolClient, { text, values }: Statement): string | undefined => {
    if (!isNaming || values.length === 0) return undefined
    const known = namesOf.get(client)
    const names = known?.generation === generation ? known : new StatementNames(generation)
    namesOf.set(client, names)
    return names.nameOf(text)
  }
  const send = (client: pg.PoolClient, statement: Statement, answered: () => void) => {
    const { text, values } = statement
    const name = nameOf(client, statement)
    return sendTo(client, { ...(name && { name }), text, values: [...values] }, answered)
  }

  const query = async (client: pg.PoolClient, statement: Statement, answered: () => void) => {
    const sentIn = generation
    try {
      return await send(client, statement, answered)
    } catch (error) {
      // Otherwise its stack would end in the parser of PostgreSQL's messages.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isStalePlan(error)) throw error
      if (sentIn === generation) generation++
      if (statement.isInTransaction) throw error
      return await send(client, statement, answered)
    }
  }

  const wrap = (client: pg.PoolClient): StatementClient => {
    const bornIn = generation
    return {
      query: (statement, answered = nothing) => query(client, statement, answered),
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

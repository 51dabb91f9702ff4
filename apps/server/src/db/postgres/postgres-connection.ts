import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { chargeMs } from '../charged-work.ts'
import type { StatementClient } from './named-statements.ts'

/** PostgreSQL committed but warned that the commit lacks a requested guarantee, such as replication. */
export class CommitWarning extends Error {
  override readonly name = 'CommitWarning'
  /** SQLSTATE of the warning. */
  readonly code: string

  constructor(code: string) {
    super('PostgreSQL answered a commit with a warning')
    this.code = code
  }
}

/**
 * SQLSTATE of warnings, and of a wait that the server's shutdown cut short. The name of the severity is localised, so
 * the code decides.
 */
const warning = /^(?:01|57P)/
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** A statement in a transaction in which an earlier one failed. */
const inFailedTransaction = '25P02'

const isFollowing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === inFailedTransaction

/** A transaction in progress on a connection. */
interface Transaction {
  /** BEGIN's answer. */
  readonly begun: Promise<unknown>
  isBegun: boolean
  /** The first statement that failed. Those that were sent behind it fail too, and say only that. */
  failure: unknown
}

/** What begins a transaction: one of a caller alone, and one that many callers share. */
export type Begin = Readonly<Record<'alone' | 'shared', string>>

/** A connection whose statements may be sent before earlier ones are answered. PostgreSQL runs them in order. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: StatementClient
  readonly #begin: Begin
  readonly #onNotice = ({ code }: { readonly code?: string | undefined }) => {
    if (code && warning.test(code)) this.#warning = { code, at: this.#answered }
  }
  #sent = 0
  #answered = 0
  /** The newest warning, and the statement that it belongs to. */
  #warning: { readonly code: string; readonly at: number } | undefined
  #transaction: Transaction | undefined

  constructor(client: StatementClient, begin: Begin) {
    this.#client = client
    this.#begin = begin
    client.on('notice', this.#onNotice)
  }

  /**
   * Begins a transaction. Its first statements may be sent before BEGIN is answered.
   * @returns BEGIN's answer, for callers that wait for it
   */
  begin(kind: keyof Begin): Promise<unknown> {
    const begun = this.#send(this.#begin[kind]).answer
    const transaction: Transaction = { begun, isBegun: false, failure: undefined }
    this.#transaction = transaction
    begun.then(
      () => {
        transaction.isBegun = true
      },
      (error: unknown) => {
        transaction.failure = error
      },
    )
    return begun
  }

  /**
   * @throws CommitWarning when PostgreSQL warns about the commit, or rolled back although no statement failed
   * @throws the error of the first statement that failed, even if nothing waited for it
   */
  async commit(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    const { number, answer } = this.#send('commit')
    const { command } = await answer
    await transaction?.begun
    // COMMIT rolls back a transaction in which a statement failed, without an error.
    if (command !== 'COMMIT') throw transaction?.failure ?? new CommitWarning(inFailedTransaction)
    this.#throwWarningOf(number)
  }

  /** Never fails: a lost connection took its transaction with it, and says less than the error before. */
  async rollback(): Promise<void> {
    this.#transaction = undefined
    await this.#send('rollback').answer.catch(() => {})
  }

  /** @throws CommitWarning when the statement commits by itself, with a warning */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = this.#transaction
    const { number, answer } = this.#send(sql, parameters)
    const { command, rowCount, rows } = await (transaction ? within(transaction, answer) : answer)
    chargeMs(statementCost(parameters, rows))
    if (!transaction && (changing.has(command) || command === 'COMMIT' || /^\s*with\b/.test(sql)))
      this.#throwWarningOf(number)
    return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  #send(text: string, values: readonly unknown[] = []) {
    const number = this.#sent++
    const statement = { text, values, isInTransaction: this.#transaction !== undefined }
    const answer = this.#client.query(statement, () => {
      this.#answered = number + 1
    })
    return { number, answer }
  }

  #throwWarningOf(number: number): void {
    if (this.#warning?.at === number) throw new CommitWarning(this.#warning.code)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }

  release(): void {
    this.#client.off('notice', this.#onNotice)
    this.#client.release()
  }
}

/** @throws the first error of the transaction */
async function within<T>(transaction: Transaction, answer: Promise<T>): Promise<T> {
  try {
    const result = await answer
    // Its answer came first. Without BEGIN, the statement ran outside the transaction.
    if (!transaction.isBegun) await transaction.begun
    return result
  } catch (error) {
    transaction.failure ??= error
    throw isFollowing(error) ? transaction.failure : error
  }
}

const statementMs = 0.1
const rowMs = 0.005
const bytesPerMs = 100_000

const lengthOf = (value: unknown) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0

const lengthOfInstance = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + lengthOf(value), 0)

/**
 * What a statement of PostgreSQL costs, in ms: sending, reading and the database itself, which often shares the machine.
 * An estimate from its size: the time that passes would charge a call for a busy database.
 */
export function statementCost(parameters: readonly unknown[], rows: readonly object[]): number {
  const bytes = rows.reduce(
    (sum, row) => sum + lengthOfInstance(Object.values(row)),
    lengthOfInstance(parameters),
  )
  return statementMs + rows.length * rowMs + bytes / bytesPerMs
}

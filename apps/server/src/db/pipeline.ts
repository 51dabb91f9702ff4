/**
 * Statements that do not need each other's results. In a transaction of `Database.groupCommit` PostgreSQL receives
 * them together and runs them in this order, so they cost one round trip. Elsewhere they run one after the other.
 */
import { type Kysely, PostgresAdapter } from 'kysely'

/** Marks transactions that send a statement without waiting for the answer to the one before. */
export class PipeliningAdapter extends PostgresAdapter {
  readonly isPipelining = true
}

type Results<Statements extends readonly unknown[]> = {
  -readonly [N in keyof Statements]: Awaited<Statements[N]>
}

/**
 * Waits for statements that were started together. Even if one fails it waits for all, so that none is left when the
 * transaction is rolled back.
 * @throws the error of the first that failed
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<Results<Statements>> {
  await Promise.allSettled(statements)
  return (await Promise.all(statements)) as Results<Statements>
}

/**
 * Leaves statements to the commit, for those whose results nobody needs. If the transaction is pipelined it does not
 * wait, so that COMMIT leaves with them, and the failure of one is that of the commit. Otherwise it waits.
 */
export async function sendBeforeCommit(
  trx: Pick<Kysely<unknown>, 'getExecutor'>,
  ...statements: readonly Promise<unknown>[]
): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PipeliningAdapter)) {
    await together(...statements)
    return
  }
  for (const statement of statements)
    statement.catch(() => {
      // PostgreSQL then answers COMMIT with ROLLBACK, and the commit throws this error.
    })
}

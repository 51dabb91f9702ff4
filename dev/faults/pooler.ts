import { namesStatements, pgbouncerVersion, startPgbouncer } from './pgbouncer.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** What pools connections to PostgreSQL, and is restarted by the test. */
export interface Pooler {
  readonly url: string
  /** Ends it at once: every connection breaks, and new ones are rejected. */
  end(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export const poolerName = pgbouncerVersion
  ? 'PgBouncer in transaction mode'
  : 'a proxy of ours, since PgBouncer is not installed'

/** The settings of a server behind it. */
export const poolerSettings = {
  DATABASE_NAMED_STATEMENTS: pgbouncerVersion && !namesStatements ? 'off' : 'on',
}

async function startProxy(to: string): Promise<Pooler> {
  const proxy = await startTcpProxy(to)
  return {
    url: proxy.url,
    end: async () => proxy.cut(),
    start: async () => proxy.leadTo(to),
    stop: async () => proxy.stop(),
  }
}

/** Starts a pooler before the database at `to`. */
export const startPooler = (to: string): Promise<Pooler> =>
  pgbouncerVersion ? startPgbouncer(to) : startProxy(to)

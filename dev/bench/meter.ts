// What a server's work costs besides time: CPU time of its process and of PostgreSQL, and how many calls share a
// commit.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { StartedServer } from '../world/start-server.ts'

export interface Cost {
  readonly serverUs: number
  /** Of all PostgreSQL processes; 0 for SQLite, which works in the server's process. */
  readonly databaseUs: number
  /** Rows of the usage log, and how many commits wrote them: those of one commit have the same millisecond. */
  readonly rows: number
  readonly commits: number
}

export interface Meter {
  /** Starts measuring. @returns the function that ends it */
  readonly start: () => Promise<() => Promise<Cost>>
  readonly close: () => Promise<void>
}

/** Linux reports CPU time in hundredths of a second. */
const usPerTick = 10_000
const canRead = process.platform === 'linux'

const statOf = (pid: number | string): number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

/** After the state: the parent first, and after the CPU times those of children that have ended. */
const parentOf = (stat: readonly number[]) => stat[0] ?? 0
const ownTicks = (stat: readonly number[]) => (stat[10] ?? 0) + (stat[11] ?? 0)
const endedChildrenTicks = (stat: readonly number[]) => (stat[12] ?? 0) + (stat[13] ?? 0)

const serverUs = (pid: number) => (canRead ? ownTicks(statOf(pid)) * usPerTick : Number.NaN)

function familyUs(postmaster: number): number {
  if (!canRead) return Number.NaN
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => parentOf(stat) === postmaster)
  const own = statOf(postmaster)
  const ticks = stats.reduce((sum, stat) => sum + ownTicks(stat), ownTicks(own) + endedChildrenTicks(own))
  return ticks * usPerTick
}

interface Usage {
  readonly head: () => Promise<number>
  readonly since: (head: number) => Promise<{ rows: number; commits: number }>
  readonly databaseUs: () => number
  readonly close: () => Promise<void>
}

const headText = 'select coalesce(max(at), 0) as at from usage_packs'
const sinceText = (head: number) =>
  `select sum(last_sequence - first_sequence + 1) as rows, count(distinct at) as commits
  from usage_packs where at > ${head}`

function usageInSqlite(dataDir: string): Usage {
  const file = new DatabaseSync(join(dataDir, 'envhold.db'), { readOnly: true, timeout: 1_000 })
  return {
    head: async () => Number(file.prepare(headText).get()?.at),
    since: async (head) => {
      const row = file.prepare(sinceText(head)).get()
      return { rows: Number(row?.rows), commits: Number(row?.commits) }
    },
    databaseUs: () => 0,
    close: async () => file.close(),
  }
}

async function usageInPostgres(connectionString: string): Promise<Usage> {
  const client = new Client({ connectionString })
  await client.connect()
  const ask = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows[0] ?? {}
  const { pid } = await ask('select pg_backend_pid() as pid')
  const postmaster = parentOf(statOf(Number(pid)))
  return {
    head: async () => Number((await ask(headText)).at),
    since: async (head) => {
      const row = await ask(sinceText(head))
      return { rows: Number(row.rows), commits: Number(row.commits) }
    },
    databaseUs: () => familyUs(postmaster),
    close: () => client.end(),
  }
}

/** Measures the processor time of another program, if its process is known; nothing else of it is. */
export function meterOfOther(pid: number | undefined): Meter {
  const usedUs = () => (pid === undefined ? Number.NaN : serverUs(pid))
  const unknown = { databaseUs: Number.NaN, rows: Number.NaN, commits: Number.NaN }
  return {
    close: async () => {},
    start: async () => {
      const before = usedUs()
      return async () => ({ ...unknown, serverUs: usedUs() - before })
    },
  }
}

/** Measures a running server. */
export async function meterOf({ pid, dataDir, settings }: StartedServer): Promise<Meter> {
  const usage = settings.DATABASE_URL ? await usageInPostgres(settings.DATABASE_URL) : usageInSqlite(dataDir)
  return {
    close: usage.close,
    start: async () => {
      const head = await usage.head()
      const before = { server: serverUs(pid), database: usage.databaseUs() }
      return async () => {
        const cpu = {
          serverUs: serverUs(pid) - before.server,
          databaseUs: usage.databaseUs() - before.database,
        }
        return { ...cpu, ...(await usage.since(head)) }
      }
    },
  }
}

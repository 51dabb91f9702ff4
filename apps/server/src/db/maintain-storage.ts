/**
 * Protects the stored data while the server runs. Every five seconds the high-water mark follows the audit chains,
 * and SQLite's write-ahead log is moved into the database file if nothing was written since the last time, so a copy
 * of that file alone is nearly complete. Every minute the clock is compared with the database's and with the newest
 * entry. The stop repeats all but the last.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Clock } from './clock.ts'
import { compareWithMark } from './compare-mark.ts'
import type { Database } from './connect.ts'
import { writeHighWaterMark } from './high-water-mark.ts'
import { readNewestEntryTime, readStoredState, type StoredState } from './stored-heads.ts'
import { commitTogether } from './transaction.ts'

export interface Maintained {
  readonly database: Database
  readonly dataDir: string
  readonly secrets: ServerSecrets
  readonly clock: Clock
  /** The mark as of the start; undefined if the data folder has none. */
  readonly mark: StoredState | undefined
  readonly log: {
    taskFailed(of: { readonly task: string; readonly error: unknown }): void
    clockOff(by: { readonly clockAheadMs: number; readonly newestEntryAheadMs: number }): void
  }
}

export interface Maintenance {
  /** The work of every five seconds. Never rejects: a failure is logged once until it works again. */
  runTick(): Promise<void>
  /** Runs a last time, before the database is closed. */
  stop(): Promise<void>
}

const tickMs = 5_000
const ticksOfMinute = 12
/** More than the clocks of synchronised machines differ. */
const clockToleranceMs = 2_000

const olderThanSeen =
  'The database is older than what this server has seen of it: it was replaced while the server ran.'

export function maintainStorage({ database, dataDir, secrets, clock, mark, log }: Maintained): Maintenance {
  let last = mark
  let isClockOff = false
  let logAtLastTick: string | undefined
  let checkpointed: string | undefined

  /** Reads in a committing transaction, so that everything the mark names is on disk. */
  const advanceMark = async () => {
    if (!last) return
    const stored = await commitTogether(database, (tx) => readStoredState(tx.db))
    if (await compareWithMark(database.db, last, stored)) return database.faults.add(olderThanSeen)
    if (JSON.stringify(stored) === JSON.stringify(last)) return
    await writeHighWaterMark(dataDir, secrets, stored)
    last = stored
  }

  const checkClock = async () => {
    await clock.measure()
    const newest = await readNewestEntryTime(database.db)
    const now = clock.now()
    const clockAheadMs = Date.now() - now
    const newestEntryAheadMs = newest === undefined ? 0 : Math.max(0, newest - now)
    const isOff = Math.abs(clockAheadMs) > clockToleranceMs || newestEntryAheadMs > clockToleranceMs
    if (isOff && !isClockOff) log.clockOff({ clockAheadMs, newestEntryAheadMs })
    isClockOff = isOff
  }

  /** The log's size and modification time: the same twice means that nothing was written in between. */
  const stateOfLog = (): string | undefined => {
    const found = statSync(join(dataDir, 'envhold.db-wal'), { throwIfNoEntry: false })
    return found && found.size > 0 ? `${found.size} ${found.mtimeMs}` : undefined
  }
  const checkpointWhenQuiet = async () => {
    if (database.engine !== 'sqlite') return
    const state = stateOfLog()
    if (state !== undefined && state === logAtLastTick && state !== checkpointed) {
      await database.checkpoint()
      checkpointed = state
    }
    logAtLastTick = state
  }

  const failing = new Set<string>()
  const attempt = async (task: string, work: () => Promise<void>) => {
    try {
      await work()
      failing.delete(task)
    } catch (error) {
      if (!failing.has(task)) log.taskFailed({ task, error })
      failing.add(task)
    }
  }
  let ticks = 1
  const runTick = async () => {
    if (ticks++ % ticksOfMinute === 0) await attempt('clock', checkClock)
    await attempt('high-water-mark', advanceMark)
    await attempt('checkpoint', checkpointWhenQuiet)
  }

  let underWay: Promise<void> | undefined
  const begin = (work: () => Promise<void>) => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
  }
  begin(() => attempt('clock', checkClock))
  const timer = setInterval(() => begin(runTick), tickMs).unref()

  return {
    runTick,
    stop: async () => {
      clearInterval(timer)
      await underWay
      await attempt('high-water-mark', advanceMark)
      await attempt('checkpoint', () => database.checkpoint())
    },
  }
}

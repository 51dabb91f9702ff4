/**
 * Keeps the stored data safe while the server runs. Every five seconds it moves the high-water mark up to the audit
 * log, and checkpoints SQLite's write-ahead log if nothing was written since the last time, so that a copy of the
 * database file alone is nearly complete. Every minute it compares the clock with the database's and with the newest
 * entry. On stop it does everything but the clock check once more.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { createRunner, type Runner } from '../../jobs/runner.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../connect.ts'
import { groupCommit } from '../transaction.ts'
import { compareWithMark, writeHighWaterMark } from './high-water-mark.ts'
import { type NewestUsage, readNewestEntryTime, readStoredState, type StoredState } from './stored-heads.ts'

export interface Maintained {
  readonly database: Database
  readonly dataDir: string
  readonly secrets: ServerSecrets
  readonly clock: Clock
  /** The mark as the start left it; undefined for a data folder without one. */
  readonly mark: StoredState | undefined
  readonly newestUsage: NewestUsage
  readonly log: {
    taskFailed(of: { readonly task: string; readonly error: unknown }): void
    clockOff(by: { readonly clockAheadMs: number; readonly newestEntryAheadMs: number }): void
  }
}

const ticksOfMinute = 12
/** More than the difference between the clocks of well-maintained machines. */
const clockToleranceMs = 2_000

const olderThanSeen =
  'The database is older than this server last saw it: it was replaced while the server was running.'

/** The log's size and modification time. Equal values mean that nothing was written in between. */
const stateOfLog = (dataDir: string): string | undefined => {
  const stats = statSync(join(dataDir, 'envhold.db-wal'), { throwIfNoEntry: false })
  return stats && stats.size > 0 ? `${stats.size} ${stats.mtimeMs}` : undefined
}

const storedUsageOf = ({ committed }: NewestUsage) =>
  committed ? { ...committed, link: Buffer.from(committed.link).toString('hex') } : null

export function maintainStorage(maintained: Maintained): Runner {
  const { database, dataDir, secrets, clock, newestUsage, log } = maintained
  let last = maintained.mark
  let isClockOff = false
  let logAtLastTick: string | undefined
  let checkpointed: string | undefined

  /** Reads after a commit, so that everything up to the mark is on disk. */
  const advanceMark = async () => {
    if (!last) return
    const newest = storedUsageOf(newestUsage) ?? last.usage
    const stored = await groupCommit(database, (tx) => readStoredState(tx.db, newest))
    if (await compareWithMark(database.db, { ...last, usage: newest }, stored))
      return database.faults.add(olderThanSeen)
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

  const checkpointWhenIdle = async () => {
    if (database.engine !== 'sqlite') return
    const state = stateOfLog(dataDir)
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
  let ticks = 0
  const { db } = database
  return createRunner(
    { db, clock: clock.now, log },
    {
      name: 'storage',
      firstMs: 0,
      everyMs: 5_000,
      run: async () => {
        if (ticks++ % ticksOfMinute === 0) await attempt('clock', checkClock)
        await attempt('high-water-mark', advanceMark)
        await attempt('checkpoint', checkpointWhenIdle)
      },
      atStop: async () => {
        await attempt('high-water-mark', advanceMark)
        await attempt('checkpoint', () => database.checkpoint())
      },
    },
  )
}

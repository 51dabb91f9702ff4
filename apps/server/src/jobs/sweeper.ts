/**
 * Hourly work, most of which deletes what has expired. One of several nodes does it, under a lease that lasts until the
 * next round is due. A sweep must be safe to run again.
 */
import type { DbContext } from '../context.ts'
import { describeError } from '../http/describe-error.ts'
import { findClockUncertainty } from './clock-uncertainty.ts'
import { nodeName } from './node-name.ts'
import type { RetentionRule } from './retention-rule.ts'
import { endRun, startRun } from './task-run-store.ts'
import { createTurns } from './turns.ts'

export interface HourlyTask {
  readonly name: string
  /** Does what is due, and returns how much was deleted or changed; undefined if it does not count. */
  readonly run: () => Promise<number | undefined>
  /** Also runs while the clock is uncertain. */
  readonly deletesNothing?: true
  /** Runs on each node, for files that only this node has. */
  readonly onEachNode?: true
}

/** An hourly task, with what it deletes and when: docs/retention.md is made from that. */
export interface Sweep extends HourlyTask {
  readonly retention: readonly RetentionRule[]
}

export interface Sweeper {
  /** Runs what is due and not running on another node. Never rejects: a sweep that fails is logged. */
  runDue(): Promise<void>
  /** Checks periodically whether something is due, starting soon. */
  start(): void
  /** Starts no more and waits for what is running. */
  stop(): Promise<void>
}

const minute = 60_000
const every = 60 * minute
const afterFailure = 5 * minute
const lookEvery = 5 * minute
const firstLook = 15_000

export function createSweeper(
  { db, clock, log, config }: DbContext<'clock' | 'log' | 'config'>,
  sweeps: readonly HourlyTask[],
): Sweeper {
  const turns = createTurns(db, every)
  const record = createRunRecord({ db, clock, config })
  let sayAgainAt = 0
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let stopped = false

  const runOne = async (task: HourlyTask) => {
    const { name, run } = task
    const now = clock()
    const started = performance.now()
    const ms = () => Math.round(performance.now() - started)
    try {
      if (!(await turns.acquire(task, now))) return
      await record.begin(task)
      const removed = await run()
      if (typeof removed === 'number') log.swept({ task: name, removed, ms: ms() })
      await record.succeed(task, ms(), removed)
    } catch (error) {
      log.taskFailed({ task: name, error })
      await Promise.all([turns.endAt(task, now + afterFailure), record.fail(task, ms(), error)]).catch(() => {
        // The database is unavailable: the lease expires by itself.
      })
    }
  }

  /** If the database does not answer, nothing is deleted either. */
  const isClockTrusted = async () => {
    try {
      const uncertainty = await findClockUncertainty({ db, clock })
      if (uncertainty && performance.now() >= sayAgainAt) {
        log.sweepsHeld(uncertainty)
        sayAgainAt = performance.now() + every
      }
      return !uncertainty
    } catch (error) {
      log.taskFailed({ task: 'sweeps', error })
      return false
    }
  }

  const runAll = async () => {
    const deletes = await isClockTrusted()
    for (const sweep of sweeps) {
      if (stopped) return
      if (deletes || sweep.deletesNothing) await runOne(sweep)
    }
  }

  const runDue = () => {
    underWay ??= runAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  const lookIn = (ms: number) => {
    timer = setTimeout(() => {
      void runDue().then(() => {
        if (!stopped) lookIn(lookEvery)
      })
    }, ms).unref()
  }

  return {
    runDue,
    start: () => lookIn(firstLook),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}

interface Task {
  readonly name: string
  readonly onEachNode?: true
}

/** Records the runs of tasks for operators. A task of each node has a record for each. */
function createRunRecord({ db, clock, config }: DbContext<'clock' | 'config'>) {
  const node = nodeName(config)
  const recordName = ({ name, onEachNode }: Task) => (onEachNode ? `${name}/${node}` : name)
  const end = (task: Task, ms: number, of: { changed: number | null; error: string | null }) =>
    endRun(db, { name: recordName(task), finished_at: clock(), ms, ...of })
  return {
    begin: (task: Task) => startRun(db, { name: recordName(task), node, started_at: clock() }),
    succeed: (task: Task, ms: number, changed: number | undefined) =>
      end(task, ms, { changed: changed ?? null, error: null }),
    fail: (task: Task, ms: number, error: unknown) =>
      end(task, ms, { changed: null, error: failureKind(error) }),
  }
}

/** What kind of failure it is: never its message, which can quote stored data. */
function failureKind(error: unknown): string {
  const { code, error: name } = describeError(error)
  return code ?? name
}

/**
 * Runs what the server does without a call that waits for it: regularly and when it is woken, one run at a time, and
 * with a lease on one of several nodes. A task describes one such kind of work; nothing else sets a timer for it.
 */
import type { DbContext } from '../context.ts'
import { uncharged } from '../db/charged-work.ts'
import type { Log } from '../http/log/log.ts'
import { createTaskLeases, LeaseLostError } from './task-store.ts'

export interface Task {
  /** Names it in the log when it fails. */
  readonly name: string
  /** From the end of a run to the next one, which also repeats what failed. */
  readonly everyMs: number
  /** From the start to the first run; without it, as long as between two. */
  readonly firstMs?: number
  /** From waking it to its runs; without it, one run at once. */
  readonly wakeMs?: readonly number[]
  /** One node at a time runs it, if something is due. A node that dies is replaced within a minute. */
  readonly lease?: { readonly name: string; readonly isDue: () => Promise<boolean> }
  readonly run: (run: Run) => Promise<unknown>
  /** Runs once, after the last run. */
  readonly atStop?: () => Promise<void>
  /** A failure is logged once, until a run succeeds. */
  readonly logsOnce?: true
}

/** A run as its task sees it. */
export interface Run {
  /** Aborted when the process stops: the item under way is the last one. */
  readonly signal: AbortSignal
  /**
   * For a task with a lease: renews it, and locks it until the transaction ends.
   * @throws LeaseLostError if another node runs the task
   */
  requireLease(tx: DbContext): Promise<void>
}

export interface Runner {
  /** Runs what is due now, after a run under way. Never rejects: a failure is logged. */
  runDue(): Promise<void>
  /** Runs soon: there is something to do. */
  wake(): void
  /** Runs regularly from now on. */
  start(): void
  /** Starts no more, and waits for the item under way. */
  stop(): Promise<void>
}

const leaseMs = 60_000
/** For an item that takes longer than the lease. */
const renewEveryMs = 20_000

type RunnerContext = DbContext<'clock'> & { readonly log: Pick<Log, 'taskFailed'> }

export function createRunner(ctx: RunnerContext, task: Task): Runner {
  const { name, everyMs, firstMs = everyMs, wakeMs = [0], logsOnce = false } = task
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = new Set<NodeJS.Timeout>()
  const runTask = createRun(ctx, task, signal)
  let isFailing = false
  let isWoken = false
  let underWay: Promise<void> | undefined
  let ended: Promise<void> | undefined

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!logsOnce || !isFailing) ctx.log.taskFailed({ task: name, error })
      isFailing = true
    }
  }
  const runDue = async () => {
    await underWay
    if (signal.aborted) return
    underWay ??= attempt(runTask).finally(() => {
      underWay = undefined
    })
    await underWay
  }
  const runIn = (ms: number, work: () => Promise<void>) => {
    if (signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, ms).unref()
    timers.add(timer)
  }
  const runRegularly = async () => {
    if (!underWay) await runDue()
    runIn(everyMs, runRegularly)
  }
  const runWoken = () => {
    isWoken = false
    return runDue()
  }
  const end = async () => {
    stopping.abort()
    for (const timer of timers) clearTimeout(timer)
    await underWay
    if (task.atStop) await attempt(task.atStop)
  }

  return {
    runDue,
    wake: () => {
      if (isWoken) return
      isWoken = true
      for (const ms of wakeMs) uncharged(() => runIn(ms, runWoken))
    },
    start: () => runIn(firstMs, runRegularly),
    stop: () => {
      ended ??= end()
      return ended
    },
  }
}

/** One run of a task, under its lease if it has one. */
function createRun(ctx: DbContext<'clock'>, task: Task, signal: AbortSignal) {
  const leases = createTaskLeases(ctx)
  const { lease } = task
  const run: Run = {
    signal,
    requireLease: async ({ db }) => {
      if (lease && !(await leases.endIn(lease.name, leaseMs, db))) throw new LeaseLostError()
    },
  }
  if (!lease) return () => task.run(run)

  return async () => {
    if (!(await lease.isDue()) || !(await leases.acquire(lease.name, leaseMs))) return
    const renewing = setInterval(() => {
      leases.endIn(lease.name, leaseMs).catch(() => {
        // The next attempt renews it, or the next transaction of the task finds out.
      })
    }, renewEveryMs)
    try {
      await task.run(run)
    } finally {
      clearInterval(renewing)
      await leases.endIn(lease.name, 0)
    }
  }
}

/**
 * Hourly work, most of which deletes what has expired. One of several nodes does it, under a lease that lasts until the
 * next round is due. A sweep must be safe to run again.
 */
import type { DbContext } from '../context.ts'
import { describeError } from '../http/log/describe-error.ts'
import { createClockTrust } from './clock-uncertainty.ts'
import { nodeName } from './node-facts.ts'
import type { RetentionRule } from './retention-rule.ts'
import { createRunner, type Runner } from './runner.ts'
import { createTaskLeases, endRun, leaseOfTask, startRun } from './task-store.ts'

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

const minuteMs = 60_000
const periodMs = 60 * minuteMs
const retryMs = 5 * minuteMs
const name = 'sweeps'

type SweeperContext = DbContext<'clock' | 'log' | 'config'>

/** Looks every few minutes which tasks are due and not running on another node, and runs them one after the other. */
export function createSweeper(ctx: SweeperContext, tasks: readonly HourlyTask[]): Runner {
  const runTask = createRunTask(ctx)
  const isClockTrusted = createClockTrust(ctx)
  return createRunner(ctx, {
    name,
    firstMs: 15_000,
    everyMs: 5 * minuteMs,
    run: async ({ signal }) => {
      const deletes = await isClockTrusted().catch((error: unknown) => {
        ctx.log.taskFailed({ task: name, error })
        return false
      })
      for (const task of tasks) if (!signal.aborted && (deletes || task.deletesNothing)) await runTask(task)
    },
  })
}

/** Runs a task if it is due, and records the run. A task that fails is logged, and due again within minutes. */
function createRunTask(ctx: SweeperContext): (task: HourlyTask) => Promise<void> {
  const { log } = ctx
  const leases = createHourlyLeases(ctx)
  const record = createRunRecord(ctx)
  return async (task) => {
    const started = performance.now()
    const ms = () => Math.round(performance.now() - started)
    try {
      if (!(await leases.acquire(task))) return
      await record.begin(task)
      const removed = await task.run()
      if (typeof removed === 'number') log.swept({ task: task.name, removed, ms: ms() })
      await record.succeed(task, ms(), removed)
    } catch (error) {
      log.taskFailed({ task: task.name, error })
      await Promise.all([leases.retry(task), record.fail(task, ms(), error)]).catch(() => {
        // The database is unavailable: the lease expires by itself.
      })
    }
  }
}

/** Leases for an hour. A task of each node has none: this process remembers when it is due. */
function createHourlyLeases(ctx: SweeperContext) {
  const leases = createTaskLeases(ctx)
  const due = new Map<string, number>()
  return {
    acquire: async ({ name, onEachNode }: HourlyTask): Promise<boolean> => {
      if (!onEachNode) return await leases.acquire(leaseOfTask(name), periodMs)
      const now = ctx.clock()
      const until = now + periodMs
      const at = due.get(name) ?? now
      // A time further ahead than a period was set by a clock that was ahead.
      if (at > now && at <= until) return false
      due.set(name, until)
      return true
    },
    retry: async ({ name, onEachNode }: HourlyTask): Promise<void> => {
      if (onEachNode) due.set(name, ctx.clock() + retryMs)
      else await leases.endIn(leaseOfTask(name), retryMs)
    },
  }
}

/** Records the runs of tasks for operators. A task of each node has a record for each. */
function createRunRecord({ db, clock, config }: DbContext<'clock' | 'config'>) {
  const node = nodeName(config)
  const recordName = ({ name, onEachNode }: HourlyTask) => (onEachNode ? `${name}/${node}` : name)
  const end = (task: HourlyTask, ms: number, of: { changed: number | null; error: string | null }) =>
    endRun(db, { name: recordName(task), finished_at: clock(), ms, ...of })
  return {
    begin: (task: HourlyTask) => startRun(db, { name: recordName(task), node, started_at: clock() }),
    succeed: (task: HourlyTask, ms: number, changed: number | undefined) =>
      end(task, ms, { changed: changed ?? null, error: null }),
    fail: (task: HourlyTask, ms: number, error: unknown) =>
      end(task, ms, { changed: null, error: failureKind(error) }),
  }
}

/** What kind of failure it is: never its message, which can quote stored data. */
function failureKind(error: unknown): string {
  const { code, error: name } = describeError(error)
  return code ?? name
}

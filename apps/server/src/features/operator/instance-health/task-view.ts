import type { InstanceTask } from '@envhold/contract/operator/instance-health.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import type { TaskRun } from '../../../jobs/task-run-store.ts'

/** @param next when the tasks are due again that one node runs for all */
export function taskView(run: TaskRun, next: ReadonlyMap<string, number>): InstanceTask {
  const { name, node, started_at, finished_at, ms, changed, error, failed_since } = run
  return {
    name,
    node,
    state: finished_at === null ? 'running' : error === null ? 'done' : 'failed',
    started_at: wireTime(started_at),
    ms,
    changed,
    failure: error,
    failed_since: wireTimeOrNull(failed_since),
    next_run_at: wireTimeOrNull(next.get(name) ?? null),
  }
}

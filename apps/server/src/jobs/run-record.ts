import type { Context } from '../context.ts'
import { describeError } from '../http/describe-error.ts'
import { nodeName } from './node-name.ts'
import { endRun, startRun } from './task-run-store.ts'

type Ctx = Pick<Context, 'db' | 'clock' | 'config'>

interface Task {
  readonly name: string
  readonly onEachNode?: true
}

/** Records the runs of tasks for operators. A task of each node has a record for each. */
export function createRunRecord({ db, clock, config }: Ctx) {
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

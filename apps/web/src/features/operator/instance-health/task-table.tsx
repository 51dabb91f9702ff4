import type { InstanceTask } from '@envhold/contract/operator/instance-health.ts'
import { useState } from 'react'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { DetailsDrawer } from '../parts/details-drawer.tsx'
import { durationText } from './quantities.ts'

const states = {
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
} as const

function TaskState({ state }: Pick<InstanceTask, 'state'>) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>
}

const moment = (at: string | null) => (at ? <Time at={at} /> : '–')
const changedText = ({ changed }: InstanceTask) => (changed === null ? '–' : formatCount(changed))
const msText = ({ ms }: InstanceTask) => (ms === null ? '–' : durationText(ms))

const columns: readonly Column<InstanceTask>[] = [
  { head: 'Task', cell: ({ name }) => <span className="font-medium break-all">{name}</span> },
  {
    head: 'State',
    cell: ({ state, failure }) => (
      <span className="flex flex-wrap items-center gap-2">
        <TaskState state={state} />
        {failure}
      </span>
    ),
  },
  { head: 'Last run', cell: ({ started_at }) => <Time at={started_at} /> },
  { head: 'Duration', align: 'right', cell: msText, className: 'max-md:hidden' },
  { head: 'Changed', align: 'right', cell: changedText, className: 'max-md:hidden' },
  { head: 'Next run', cell: ({ next_run_at }) => moment(next_run_at), className: 'max-sm:hidden' },
]

const failedFirst = (left: InstanceTask, right: InstanceTask) =>
  Number(left.failure === null) - Number(right.failure === null) || left.name.localeCompare(right.name)

/** What the server does every hour, those that fail first. */
export function TaskTable({ tasks }: { tasks: readonly InstanceTask[] }) {
  const [opened, setOpened] = useState<string | null>(null)
  const task = tasks.find(({ name }) => name === opened)
  return (
    <>
      <DataTable
        label="Hourly tasks"
        columns={columns}
        rows={tasks.toSorted(failedFirst)}
        rowKey={({ name }) => name}
        onOpen={({ name }) => setOpened(name)}
      />
      {task && <TaskDrawer task={task} onClose={() => setOpened(null)} />}
    </>
  )
}

function TaskDrawer({ task, onClose }: { task: InstanceTask; onClose: () => void }) {
  return (
    <DetailsDrawer
      open
      onOpenChange={(open) => !open && onClose()}
      title="Hourly task"
      facts={[
        { label: 'Name', value: <CopyableId id={task.name} label="task name" /> },
        { label: 'State', value: <TaskState state={task.state} /> },
        { label: 'Failure', value: task.failure ?? '–' },
        { label: 'Fails since', value: moment(task.failed_since) },
        { label: 'Node', value: <CopyableId id={task.node} label="node name" /> },
        { label: 'Last run', value: moment(task.started_at) },
        { label: 'Duration', value: msText(task) },
        { label: 'Changed', value: changedText(task) },
        { label: 'Next run', value: moment(task.next_run_at) },
      ]}
    />
  )
}

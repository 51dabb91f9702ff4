import type { InstanceNode, InstanceTask } from '@envhold/contract/operator/instance-health.ts'
import { useState } from 'react'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { CopyableId, DetailsDrawer } from '../parts/details-drawer.tsx'
import { durationText, formatBinaryBytes } from './health-panels.tsx'

function NodeState({ missing }: Pick<InstanceNode, 'missing'>) {
  return missing ? <Badge tone="warn">Gone</Badge> : <Badge tone="good">Running</Badge>
}

const diskText = ({ facts }: InstanceNode) =>
  facts?.disk ? `${formatBinaryBytes(facts.disk.free)} of ${formatBinaryBytes(facts.disk.total)} free` : '–'

const clockText = ({ facts }: InstanceNode) => {
  if (!facts) return '–'
  const ms = facts.clock_ahead_ms
  if (ms === 0) return 'No difference'
  return `${formatCount(Math.abs(ms))} ms ${ms > 0 ? 'ahead' : 'behind'}`
}

const nodeColumns: readonly Column<InstanceNode>[] = [
  {
    head: 'Node',
    cell: ({ id }) => <span className="line-clamp-1 font-medium break-all">{id}</span>,
    className: 'max-w-72',
  },
  { head: 'State', cell: (node) => <NodeState missing={node.missing} /> },
  { head: 'Version', cell: ({ version }) => version },
  { head: 'Disk', cell: diskText, className: 'whitespace-nowrap' },
  { head: 'Clock', cell: clockText, className: 'max-lg:hidden' },
  { head: 'Started', cell: ({ started_at }) => <Time at={started_at} />, className: 'max-lg:hidden' },
  { head: 'Last seen', cell: ({ seen_at }) => <Time at={seen_at} />, className: 'whitespace-nowrap' },
]

/** The processes that serve this instance. */
export function NodeTable({ nodes }: { nodes: readonly InstanceNode[] }) {
  const [opened, setOpened] = useState<string | null>(null)
  const node = nodes.find(({ id }) => id === opened)
  return (
    <>
      <DataTable
        label="Nodes"
        columns={nodeColumns}
        rows={nodes}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
      />
      {node && <NodeDrawer node={node} onClose={() => setOpened(null)} />}
    </>
  )
}

function NodeDrawer({ node, onClose }: { node: InstanceNode; onClose: () => void }) {
  const { id, version, facts, started_at, seen_at, missing } = node
  return (
    <DetailsDrawer
      onClose={onClose}
      title="Node"
      facts={{
        Name: <CopyableId id={id} label="node name" />,
        State: <NodeState missing={missing} />,
        Version: version,
        'Node.js': facts?.node_version ?? '–',
        Platform: facts?.platform ?? '–',
        Disk: diskText(node),
        'Data folder': facts?.disk ? formatBinaryBytes(facts.disk.stored) : '–',
        Clock: clockText(node),
        Started: <Time at={started_at} />,
        'Last seen': <Time at={seen_at} />,
      }}
    />
  )
}

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

const taskColumns: readonly Column<InstanceTask>[] = [
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
        columns={taskColumns}
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
      onClose={onClose}
      title="Hourly task"
      facts={{
        Name: <CopyableId id={task.name} label="task name" />,
        State: <TaskState state={task.state} />,
        Failure: task.failure ?? '–',
        'Fails since': moment(task.failed_since),
        Node: <CopyableId id={task.node} label="node name" />,
        'Last run': moment(task.started_at),
        Duration: msText(task),
        Changed: changedText(task),
        'Next run': moment(task.next_run_at),
      }}
    />
  )
}

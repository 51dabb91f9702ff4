import type { InstanceNode } from '@envhold/contract/operator/instance-health.ts'
import { useState } from 'react'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { DetailsDrawer } from '../parts/details-drawer.tsx'
import { formatBinaryBytes } from './quantities.ts'

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

const columns: readonly Column<InstanceNode>[] = [
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
        columns={columns}
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
      open
      onOpenChange={(open) => !open && onClose()}
      title="Node"
      facts={[
        { label: 'Name', value: <CopyableId id={id} label="node name" /> },
        { label: 'State', value: <NodeState missing={missing} /> },
        { label: 'Version', value: version },
        { label: 'Node.js', value: facts?.node_version ?? '–' },
        { label: 'Platform', value: facts?.platform ?? '–' },
        { label: 'Disk', value: diskText(node) },
        { label: 'Data folder', value: facts?.disk ? formatBinaryBytes(facts.disk.stored) : '–' },
        { label: 'Clock', value: clockText(node) },
        { label: 'Started', value: <Time at={started_at} /> },
        { label: 'Last seen', value: <Time at={seen_at} /> },
      ]}
    />
  )
}

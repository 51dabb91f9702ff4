import { type InstanceHealth, maxCounted } from '@envhold/contract/operator/instance-health.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useMayCall, useOperator } from '../operator.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { StatRow } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { DiagnosticsButton } from './diagnostics-dialog.tsx'
import {
  boundedText,
  formatBinaryBytes,
  MailPanel,
  ServerPanel,
  UpkeepPanel,
  WebhookPanel,
} from './health-panels.tsx'
import { NodeTable, TaskTable } from './health-tables.tsx'
import { UrlWarning, useHealth, WarningList } from './warnings.tsx'

/** Whether anything asks for an operator, and what the instance is made of. */
export function InstanceHealthPage() {
  const query = useHealth()
  const mayDiagnose = useMayCall('readDiagnostics')
  return (
    <OperatorPage title="Health" queries={[query]} actions={mayDiagnose && <DiagnosticsButton />}>
      <QueryState query={query} call="readInstanceHealth" failure="Failed to load the health of the instance">
        {(health) => <Health health={health} />}
      </QueryState>
    </OperatorPage>
  )
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function Health({ health }: { health: InstanceHealth }) {
  const { engine, mail, nodes, tasks, version, warnings, webhooks } = health
  const { public_url } = useOperator().account
  const isElsewhere = public_url !== window.location.origin
  const running = nodes.filter(({ missing }) => !missing)
  const free = running.flatMap(({ facts }) => (facts?.disk ? [facts.disk.free] : []))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isElsewhere && <UrlWarning url={public_url} />}
      {!(isElsewhere && warnings.length === 0) && <WarningList warnings={warnings} />}
      <StatRow
        className="lg:grid-cols-6"
        figures={[
          { label: 'Version', value: version },
          { label: engineNames[engine.name], value: engine.version.split(' ')[0] ?? '' },
          { label: 'Nodes', value: formatCount(running.length) },
          { label: 'Mails waiting', value: boundedText(mail.waiting, maxCounted) },
          { label: 'Webhooks waiting', value: boundedText(webhooks.waiting, maxCounted) },
          { label: 'Free disk, least', value: free.length > 0 ? formatBinaryBytes(Math.min(...free)) : '–' },
        ]}
      />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="font-semibold">Nodes</h2>
        {nodes.length === 0 ? (
          <EmptyState title="No node has reported yet">A node reports within a minute.</EmptyState>
        ) : (
          <NodeTable nodes={nodes} />
        )}
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2 xl:grid-cols-4">
        <ServerPanel health={health} />
        <UpkeepPanel health={health} />
        <MailPanel mail={mail} />
        <WebhookPanel webhooks={webhooks} />
      </div>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="font-semibold">Hourly Tasks</h2>
        {tasks.length === 0 ? (
          <EmptyState title="No task has run yet">The first run starts seconds after the server.</EmptyState>
        ) : (
          <TaskTable tasks={tasks} />
        )}
      </section>
    </div>
  )
}

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type Job, jobNames, type PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import { readArchivesStats } from '@envhold/contract/operator/start-jobs.ts'
import type { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { JobDialog } from '../jobs/job-drawer.tsx'
import { StartJobDialog } from '../jobs/start-job-dialog.tsx'
import { useMayCall } from '../operator.ts'
import { PageLink } from '../parts/operator-page.tsx'
import { Panel, PanelItem } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import { ArchiveStats, GraceManagement } from './grace-management.tsx'

interface Props {
  readonly gracePeriod: OutputOf<typeof readAdminStats>['gracePeriod']
}

/** What operators do for many accounts at once. Every deletion shows its counts first. */
export function SystemActions({ gracePeriod }: Props) {
  const [dialog, setDialog] = useState<PreviewedKind | null>(null)
  const [started, setStarted] = useState<Job | null>(null)
  const start = (kind: PreviewedKind) => <StartButton kind={kind} onStart={() => setDialog(kind)} />
  return (
    <Panel
      title="System Actions"
      action={
        <PageLink to={operatorPaths.jobs()} call="listJobs">
          View Jobs
        </PageLink>
      }
    >
      <GraceManagement gracePeriod={gracePeriod} cleanup={start('cleanup-expired')} />
      <ArchiveManagement restore={start('restore-eligible')} />
      <PanelItem
        title="Cleanup Operations"
        end={
          <Buttons>
            {start('orphaned-data')}
            {start('force-cleanup')}
          </Buttons>
        }
      >
        Each one previews what it would change
      </PanelItem>
      <Linked
        title="System Configuration"
        text="Payment Gateway"
        to={operatorPaths.paymentSettings()}
        call="readPaymentConfig"
      >
        Payment providers and keys
      </Linked>
      <Linked
        title="Email Management"
        text="Email Templates"
        to={operatorPaths.mailTemplates()}
        call="listMailTemplates"
      >
        The e-mails that this instance sends
      </Linked>
      {dialog && (
        <StartJobDialog
          kind={dialog}
          open
          onOpenChange={(open) => !open && setDialog(null)}
          onStarted={setStarted}
        />
      )}
      <JobDialog started={started} onClose={() => setStarted(null)} />
    </Panel>
  )
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
)

function StartButton({ kind, onStart }: { kind: PreviewedKind; onStart: () => void }) {
  if (!useMayCall('previewJob')) return null
  return (
    <Button variant="secondary" size="sm" onClick={onStart}>
      {jobNames[kind]}
    </Button>
  )
}

function ArchiveManagement({ restore }: { restore: ReactNode }) {
  const { data } = useRead(readArchivesStats, {})
  const [open, setOpen] = useState(false)
  return (
    <PanelItem
      title="Archive Management"
      end={
        <Buttons>
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            View Stats
          </Button>
          {restore}
        </Buttons>
      }
    >
      {data
        ? `${formatCount(data.totalArchivedProjects, 'archived project')} of ${formatCount(data.usersWithArchives, 'user')}, ${formatCount(data.restorationEligible)} can be restored`
        : 'Projects that plans no longer allow'}
      <Dialog open={open} onOpenChange={setOpen} title="Archive Statistics">
        <ArchiveStats />
      </Dialog>
    </PanelItem>
  )
}

interface LinkedProps {
  readonly title: string
  readonly text: string
  readonly to: string
  /** The call that the page cannot do without. */
  readonly call: OperatorCall
  readonly children: ReactNode
}

/** A line that leads to another page, for operators who may read it. */
function Linked({ title, text, to, call, children }: LinkedProps) {
  if (!useMayCall(call)) return null
  return (
    <PanelItem
      title={title}
      end={
        <Button asChild variant="secondary" size="sm">
          <PageLink to={to} call={call}>
            {text}
          </PageLink>
        </Button>
      }
    >
      {children}
    </PanelItem>
  )
}

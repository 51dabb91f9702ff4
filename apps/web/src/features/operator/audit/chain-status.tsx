import { type AuditStatus, verifyAudit } from '@envhold/contract/operator/audit.ts'
import {
  type JobSummary,
  jobNames,
  type VerifyingKind,
  verifyingKinds,
} from '@envhold/contract/operator/jobs.ts'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dialogs/dropdown-menu.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { JobControl, JobDrawer } from '../jobs/job-drawer.tsx'
import { useRefetchChanged } from '../jobs/job-queries.ts'
import { JobProgress } from '../jobs/job-state.tsx'
import { useMayCall } from '../operator.ts'
import { Panel, StatRow } from '../parts/panel.tsx'
import { RunbookLink } from '../parts/runbook-link.tsx'

const chainFigure = (label: string, { chains, entries, newest_at }: AuditStatus['activity']) => ({
  label,
  value: formatCount(entries),
  note: (
    <span className="text-small text-ink-2">
      in {formatCount(chains, 'chain')}
      {newest_at && (
        <>
          , <Time at={newest_at} short />
        </>
      )}
    </span>
  ),
})

/** How long the chains are, and whether they are whole. */
export function ChainStatus({ status }: { status: AuditStatus }) {
  const { activity, usage, root, erasures_pending, verification } = status
  const isRunning = verification?.state === 'running'
  const figures = [
    chainFigure('Activity entries', activity),
    chainFigure('API usage entries', usage),
    {
      label: 'Newest hourly root',
      value: root ? formatCount(root.number) : 'None yet',
      note: root && (
        <span className="text-small text-ink-2">
          <Time at={root.created_at} short />
        </span>
      ),
    },
    { label: 'Erasures pending', value: formatCount(erasures_pending) },
  ]
  return (
    <div className="mb-6 grid gap-4">
      <StatRow figures={figures} className="sm:grid-cols-2 lg:grid-cols-4" />
      <Panel title="Verification" action={<VerifyMenu isRunning={isRunning} />}>
        <div className="border-t px-4 py-3">
          {verification ? (
            <Verification job={verification} />
          ) : (
            <p className="text-small text-ink-2">
              No verification ran in the last 90 days. Verification reads every entry; the server keeps
              answering calls.
            </p>
          )}
        </div>
      </Panel>
    </div>
  )
}

function VerifyMenu({ isRunning }: { isRunning: boolean }) {
  const api = useApi()
  const refetchChanged = useRefetchChanged()
  const start = useMutation({
    mutationFn: async (kind: VerifyingKind) => (await api.call(verifyAudit, { body: { kind } })).job,
    onSuccess: refetchChanged,
    onError: (error) => notifyError(error, { fallback: 'Failed to start the verification' }),
  })
  if (!useMayCall('verifyAudit') || isRunning) return null
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary" size="sm" busy={start.isPending}>
          {!start.isPending && <ShieldCheck />}
          Verify Now
        </Button>
      }
    >
      {verifyingKinds.map((kind) => (
        <DropdownMenuItem key={kind} onSelect={() => start.mutate(kind)}>
          {jobNames[kind]}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}

function Verification({ job }: { job: JobSummary }) {
  const [isOpen, setOpen] = useState(false)
  const { tone, title, text } = verdictOf(job)
  return (
    <>
      <Banner
        tone={tone}
        title={title}
        action={
          <div className="flex gap-2">
            <JobControl job={job} />
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              Details
            </Button>
          </div>
        }
      >
        {text} <Time at={job.finished_at ?? job.updated_at} />
        {job.state === 'running' && (
          <div className="mt-2 max-w-xs">
            <JobProgress job={job} />
          </div>
        )}
        {tone === 'bad' && (
          <p className="mt-1">
            What to do is in the runbook <RunbookLink path="docs/runbooks/verify.md" />.
          </p>
        )}
      </Banner>
      {isOpen && <JobDrawer id={job.id} onClose={() => setOpen(false)} />}
    </>
  )
}

const whatIsValid: Readonly<Record<VerifyingKind, string>> = {
  'verify-audit': 'Both logs are valid',
  'verify-activity': 'The activity is valid',
  'verify-usage': 'The API usage is valid',
}

/** How a verification ended, in words. */
function verdictOf({ kind, state, result, failed }: JobSummary) {
  const chains = formatCount(result.checkedChains ?? 0, 'chain', 'chains')
  const entries = formatCount(result.checkedEntries ?? 0, 'entry', 'entries')
  if (failed > 0)
    return {
      tone: 'bad',
      title: `${formatCount(failed, 'problem was', 'problems were')} found`,
      text: 'Something other than the server may have changed the log.',
    } as const
  if (state === 'running')
    return { tone: 'info', title: 'The verification is running', text: 'Updated' } as const
  if (state === 'stopped')
    return {
      tone: 'warn',
      title: 'The verification was stopped',
      text: 'No problems found up to then:',
    } as const
  if (state === 'failed')
    return { tone: 'warn', title: 'The verification failed', text: 'See the log of the server:' } as const
  return {
    tone: 'good',
    title: whatIsValid[kind as VerifyingKind],
    text: `Verified ${chains} with ${entries}, and the roots:`,
  } as const
}

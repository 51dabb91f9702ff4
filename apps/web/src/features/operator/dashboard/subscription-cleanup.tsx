import { ApiError } from '@envhold/client/api-error.ts'
import { readSubscriptionCleanupStats } from '@envhold/contract/operator/start-jobs.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { cleanupMessage, jobLabels } from '../jobs/job-labels.ts'
import { useJob, useJobs, usePreview, useRefetchChanged } from '../jobs/job-queries.ts'
import { CleanupDetails, JobProgress, JobStateBadge } from '../jobs/job-state.tsx'
import { PreviewView, startJob } from '../jobs/start-job-dialog.tsx'
import { useMayCall } from '../operator.ts'
import { Panel, PanelRows, PanelRowsSkeleton } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useConfirmation } from '../parts/typed-confirm-dialog.tsx'

const labels = ['Expired Grace Periods', 'Expiring Soon (7 days)', 'Archived Projects'] as const

/** Downgrades whose grace period is over, and what the last cleanup did. */
export function SubscriptionCleanup() {
  const stats = useRead(readSubscriptionCleanupStats, {})
  const last = useJobs({ kind: 'expired-subscriptions', limit: 1 })
  const [failure, setFailure] = useState<unknown>()
  const [isAsking, setIsAsking] = useState(false)
  const mayStart = useMayCall('cleanUpExpiredSubscriptions')
  const newest = last.data?.jobs[0]
  const isRunning = newest?.state === 'running'
  const expired = stats.data?.expiredSubscriptionGracePeriods ?? 0
  const refresh = () => Promise.all([stats.refetch(), last.refetch()])
  return (
    <Panel
      title="Subscription Cleanup"
      action={
        <Button variant="ghost" size="sm" busy={stats.isRefetching} onClick={refresh}>
          Refresh Stats
        </Button>
      }
    >
      <QueryState
        query={stats}
        call="readSubscriptionCleanupStats"
        failure="Failed to load the subscription cleanup"
        skeleton={<PanelRowsSkeleton labels={labels} />}
      >
        {({ expiringSoon, archivedProjectsAffected }) => (
          <PanelRows
            facts={[
              {
                label: labels[0],
                value: <span className={expired > 0 ? 'text-warn' : ''}>{formatCount(expired)}</span>,
              },
              { label: labels[1], value: formatCount(expiringSoon) },
              { label: labels[2], value: formatCount(archivedProjectsAffected) },
            ]}
          />
        )}
      </QueryState>
      {mayStart && (
        <div className="border-t px-4 py-3">
          {isAsking ? (
            <ConfirmCleanup
              onClose={() => setIsAsking(false)}
              onFailed={setFailure}
              onStarted={() => setFailure(undefined)}
            />
          ) : (
            <Button
              variant="secondary"
              size="sm"
              busy={isRunning}
              disabled={expired === 0}
              onClick={() => setIsAsking(true)}
            >
              Process Expired Subscriptions
            </Button>
          )}
        </div>
      )}
      {failure !== undefined && <FailedCleanup error={failure} />}
      {failure === undefined && newest && <LastCleanup id={newest.id} />}
    </Panel>
  )
}

const resultLabels = ['Users processed', 'Downgrades finalized', 'Projects deleted'] as const

const Title = () => <h3 className="border-t px-4 pt-3 pb-2 font-semibold">Last Cleanup Results</h3>

/** The newest cleanup of subscriptions, account by account. */
function LastCleanup({ id }: { id: number }) {
  const query = useJob(id)
  return (
    <>
      <Title />
      <QueryState
        query={query}
        call="readJob"
        failure="Failed to load the last cleanup"
        skeleton={<PanelRowsSkeleton labels={resultLabels} />}
      >
        {(job) => (
          <>
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 pb-2 text-small">
              <JobStateBadge state={job.state} />
              <span>{cleanupMessage(job)}</span>
              {job.finished_at && (
                <span className="text-ink-3">
                  <Time at={job.finished_at} />
                </span>
              )}
              {job.state === 'running' && <JobProgress job={job} />}
            </div>
            <PanelRows
              facts={figures(
                (job.result.usersAffected ?? 0) + job.failed,
                job.result.finalizedDowngrades ?? 0,
                job.result.archivedProjectsDeleted ?? 0,
              )}
            />
            {(job.details.length > 0 || job.failures.length > 0) && (
              <div className="border-t px-4 py-3">
                <CleanupDetails job={job} />
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

/** A cleanup that could not start. */
function FailedCleanup({ error }: { error: unknown }) {
  return (
    <>
      <Title />
      <p role="alert" className="px-4 pb-2 text-small">
        <span className="font-medium text-bad">Cleanup failed</span>
        <span className="block text-ink-2">{errorText(error)}</span>
      </p>
      <PanelRows facts={figures(0, 0, 0)} />
    </>
  )
}

const figures = (users: number, downgrades: number, projects: number) => [
  { label: resultLabels[0], value: formatCount(users) },
  { label: resultLabels[1], value: formatCount(downgrades) },
  { label: resultLabels[2], value: formatCount(projects) },
]

const kind = 'expired-subscriptions'
const { question, word, confirmText } = jobLabels[kind]

interface Props {
  readonly onClose: () => void
  readonly onStarted: () => void
  readonly onFailed: (error: unknown) => void
}

/** Asks in the card itself, with what the cleanup would touch. */
function ConfirmCleanup({ onClose, onStarted, onFailed }: Props) {
  const api = useApi()
  const preview = usePreview(kind)
  const refetchChanged = useRefetchChanged()
  const start = async (reason: string) => {
    try {
      await startJob(api, kind, { token: preview.data?.token ?? '', reason })
      await refetchChanged()
      onStarted()
    } catch (error) {
      // The numbers have changed, or the preview is too old: they are shown again.
      const isConflict = error instanceof ApiError && error.code === 'CONFLICT'
      if (isConflict) void preview.refetch()
      if (isConflict || isPromptCanceled(error)) throw error
      onFailed(error)
    }
  }
  const { confirm, busy, isComplete, hasReason, fields } = useConfirmation({
    typedWord: word,
    reason: { hint: 'The users read this.' },
    onConfirm: start,
    onClose,
  })
  const close = useUnsaved(hasReason && !busy)
  return (
    <form onSubmit={confirm} aria-label="Process Expired Subscriptions" className="grid gap-3">
      <p className="text-small text-ink-2">{question}</p>
      <PreviewView preview={preview} />
      {fields}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="danger"
          size="sm"
          busy={busy}
          disabled={!preview.data || preview.isFetching || !isComplete}
        >
          {confirmText}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => close(onClose)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

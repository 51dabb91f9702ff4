import { ApiError } from '@envhold/client/api-error.ts'
import { type Job, type JobPreview, jobNames, type PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import {
  cleanUpExpired,
  cleanUpExpiredSubscriptions,
  cleanUpOrphans,
  forceCleanup,
  reapplyRevocations,
  restoreEligible,
} from '@envhold/contract/operator/start-jobs.ts'
import type { Api } from '../../../connection/api/api.ts'
import { useApi } from '../../../connection/use-api.ts'
import { CountPreview } from '../parts/count-preview.tsx'
import type { Query } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { isNothing, jobLabels, previewText } from './job-labels.ts'
import { usePreview, useRefetchChanged } from './job-queries.ts'

interface Props {
  readonly kind: PreviewedKind
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onStarted: (job: Job) => void
}

/** Shows what a job would touch, and starts it. */
export function StartJobDialog({ kind, open, onOpenChange, onStarted }: Props) {
  const api = useApi()
  const preview = usePreview(kind, open)
  const refetchChanged = useRefetchChanged()
  const { question, word, confirmText, tone, failure } = jobLabels[kind]
  const start = async (reason: string) => {
    try {
      const job = await startJob(api, kind, { token: preview.data?.token ?? '', reason })
      await refetchChanged()
      onStarted(job)
    } catch (error) {
      // The numbers have changed, or the preview is too old.
      if (error instanceof ApiError && error.code === 'CONFLICT') void preview.refetch()
      throw error
    }
  }
  return (
    <TypedConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={jobNames[kind]}
      description={question}
      confirmText={confirmText}
      tone={tone}
      typedWord={word}
      reason={{ hint: 'Shown to the users whose accounts are not deleted.' }}
      disabled={!preview.data || preview.isFetching}
      errors={{ fallback: failure }}
      onConfirm={start}
    >
      <PreviewView preview={preview} />
    </TypedConfirmDialog>
  )
}

/** What a job would touch. */
export const PreviewView = ({ preview }: { preview: Query<JobPreview> }) => (
  <CountPreview preview={preview}>
    {({ counts, names }) => ({
      summary: isNothing(counts) ? 'Nothing is due now' : `Now: ${previewText(counts)}`,
      names,
      others: (counts.users ?? 0) - names.length,
    })}
  </CountPreview>
)

interface Confirmed {
  readonly token: string
  readonly reason: string
}

type Start = (api: Api, body: Confirmed) => Promise<{ readonly job: Job }>

/** Each job has a call of its own. */
const starts: Readonly<Record<PreviewedKind, Start>> = {
  'cleanup-expired': (api, body) => api.call(cleanUpExpired, { body }),
  'restore-eligible': (api, body) => api.call(restoreEligible, { body }),
  'orphaned-data': (api, body) => api.call(cleanUpOrphans, { body }),
  'force-cleanup': (api, body) => api.call(forceCleanup, { body }),
  'reapply-revocations': (api, body) => api.call(reapplyRevocations, { body }),
  'expired-subscriptions': (api, body) => api.call(cleanUpExpiredSubscriptions, { body }),
}

export const startJob = async (api: Api, kind: PreviewedKind, confirmed: Confirmed): Promise<Job> =>
  (await starts[kind](api, confirmed)).job

import { ApiError } from '@envhold/client/api-error.ts'
import { type Job, jobNames, type PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { jobLabels } from './job-labels.ts'
import { previewQuery } from './job-queries.ts'
import { PreviewView } from './preview-view.tsx'
import { startJob } from './start-job.ts'
import { useJobStarted } from './use-job-started.ts'

interface Props {
  readonly kind: PreviewedKind
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onStarted: (job: Job) => void
}

/** Shows what a job would touch, and starts it. */
export function StartJobDialog({ kind, open, onOpenChange, onStarted }: Props) {
  const api = useApi()
  const preview = useQuery({ ...previewQuery(api, kind), enabled: open })
  const noteStarted = useJobStarted()
  const { question, word, confirmText, tone, failure } = jobLabels[kind]
  const start = async (reason: string) => {
    try {
      const job = await startJob(api, kind, { token: preview.data?.token ?? '', reason })
      await noteStarted(job)
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

import { ApiError } from '@envhold/client/api-error.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { jobLabels } from '../jobs/job-labels.ts'
import { usePreview } from '../jobs/job-queries.ts'
import { PreviewView, startJob, useJobStarted } from '../jobs/start-job-dialog.tsx'
import { useConfirmation } from '../parts/typed-confirm-dialog.tsx'

const kind = 'expired-subscriptions'
const { question, word, confirmText } = jobLabels[kind]

interface Props {
  readonly onClose: () => void
  readonly onStarted: () => void
  readonly onFailed: (error: unknown) => void
}

/** Asks in the card itself, with what the cleanup would touch. */
export function ConfirmCleanup({ onClose, onStarted, onFailed }: Props) {
  const api = useApi()
  const preview = usePreview(kind)
  const noteStarted = useJobStarted()
  const start = async (reason: string) => {
    try {
      await noteStarted(await startJob(api, kind, { token: preview.data?.token ?? '', reason }))
      onStarted()
    } catch (error) {
      // The numbers have changed, or the preview is too old: they are shown again.
      const isConflict = error instanceof ApiError && error.code === 'CONFLICT'
      if (isConflict) void preview.refetch()
      if (isConflict || isPromptCanceled(error)) throw error
      onFailed(error)
    }
  }
  const { confirm, busy, isComplete, fields } = useConfirmation({
    typedWord: word,
    reason: { hint: 'The users read this.' },
    onConfirm: start,
    onClose,
  })
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
        <Button variant="secondary" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

import { ApiError } from '@envhold/client/api-error.ts'
import { maxReasonLength } from '@envhold/contract/operator/operator-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { jobLabels } from '../jobs/job-labels.ts'
import { previewQuery } from '../jobs/job-queries.ts'
import { PreviewView, startJob, useJobStarted } from '../jobs/start-job-dialog.tsx'

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
  const preview = useQuery(previewQuery(api, kind))
  const noteStarted = useJobStarted()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState('')
  const isReady = preview.data && !preview.isFetching && reason.trim() !== '' && typed === word
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setConflict('')
    try {
      const job = await startJob(api, kind, { token: preview.data?.token ?? '', reason: reason.trim() })
      await noteStarted(job)
      onStarted()
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        // The numbers have changed, or the preview is too old: they are shown again.
        setConflict(errorText(error))
        void preview.refetch()
      } else if (!isPromptCanceled(error)) {
        onFailed(error)
        onClose()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={confirm} aria-label="Process Expired Subscriptions" className="grid gap-3">
      <p className="text-small text-ink-2">{question}</p>
      <PreviewView preview={preview} />
      <Field label="Reason" hint="The users read this.">
        <Textarea
          value={reason}
          maxLength={maxReasonLength}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Field
        label={
          <>
            Type <span className="font-mono">{word}</span> to confirm
          </>
        }
      >
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {conflict && <Banner tone="bad">{conflict}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" size="sm" busy={busy} disabled={!isReady}>
          {confirmText}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

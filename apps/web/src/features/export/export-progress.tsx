import { ApiError } from '@envhold/client/api-error.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { useEffect } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ProgressBar } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { ExportForm } from './choose-export.tsx'
import { type ExportState, exportErrors } from './use-export.ts'

interface Props {
  state: Extract<ExportState, { step: 'running' | 'paused' }>
  onResume: (masterPassword: string | null) => void
  onLeaveOut: (problem: unknown) => void
  onCancel: () => void
}

/** How far the archive is; after a failed call, what to do about it. */
export function ExportProgress({ state, onResume, onLeaveOut, onCancel }: Props) {
  const { done, total, bytes } = state
  useAskBeforeLeaving()
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p
          className="flex flex-wrap justify-between gap-x-4 text-small text-ink-2 tabular-nums"
          role="status"
        >
          <span>
            {done} of {formatCount(total, 'environment')}
          </span>
          <span>{formatBytes(bytes)}</span>
        </p>
        <ProgressBar value={done} max={Math.max(1, total)} label="Environments in the file" />
      </div>
      {state.step === 'paused' ? (
        <Paused paused={state} {...{ onResume, onLeaveOut, onCancel }} />
      ) : (
        <>
          <p className="text-ink-2">Keep this page open until the file is complete.</p>
          <DialogActions>
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          </DialogActions>
        </>
      )}
    </div>
  )
}

const passwordProblems = {
  MASTER_PASSWORD_REQUIRED: 'The vault was locked. Enter your master password to continue.',
  INVALID_MASTER_PASSWORD: 'Invalid master password',
} as const

function passwordProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return passwordProblems[error.code as keyof typeof passwordProblems]
}

interface PausedProps extends Omit<Props, 'state'> {
  paused: Extract<ExportState, { step: 'paused' }>
}

function Paused({ paused: { problem, environment }, onResume, onLeaveOut, onCancel }: PausedProps) {
  const rejected = passwordProblem(problem)
  const asks = rejected !== undefined
  return (
    <ExportForm {...{ asks, rejected, onCancel }} submitText="Continue" onSubmit={onResume}>
      {!asks && (
        <Banner
          tone="warn"
          title={
            <>
              Paused at <span className="break-all">{environment}</span>
            </>
          }
          action={
            <Button variant="secondary" onClick={() => onLeaveOut(problem)}>
              Leave it out
            </Button>
          }
        >
          {errorText(problem, exportErrors.exportEnvironment)} What was read so far is kept.
        </Banner>
      )}
    </ExportForm>
  )
}

/** The browser asks before the page is closed or reloaded. */
function useAskBeforeLeaving() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

interface ExportDoneProps {
  state: Extract<ExportState, { step: 'done' }>
  onClose: () => void
}

/** The file is saved; the browser may have asked about it, so it can be saved again. */
export function ExportDone({ state, onClose }: ExportDoneProps) {
  const { name, file } = state
  return (
    <div className="grid gap-5">
      <Banner tone="good" title="Download complete">
        <span className="break-all">{name}</span>, {formatBytes(file.size)}. README.txt in it names values
        that need care, and environments that are missing.
      </Banner>
      <DialogActions>
        <Button variant="secondary" onClick={() => saveFile(name, file)}>
          Save again
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </div>
  )
}

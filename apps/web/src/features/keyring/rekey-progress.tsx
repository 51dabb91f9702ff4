import { useBlocker } from '@tanstack/react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Rekeying } from './use-rekeying.ts'

const environments = (count: number) => `${count} ${count === 1 ? 'environment' : 'environments'}`

interface Props {
  rekeying: Rekeying
  onContinue: () => void
  onDone: () => void
}

/** The progress of re-keying; leaving before the end asks first. */
export function RekeyProgress({ rekeying: { total, remaining, state, problem }, onContinue, onDone }: Props) {
  if (state === 'done')
    return (
      <Banner
        tone="good"
        title={total === 1 ? 'Your environment has a new key' : `All ${environments(total)} have new keys`}
        action={
          <Button variant="secondary" size="sm" onClick={onDone}>
            Done
          </Button>
        }
      >
        Nothing that leaked can decrypt what is written from now on. Replace values that somebody may have
        read already at their source.
      </Banner>
    )
  const done = total - remaining
  return (
    <div className="grid max-w-lg gap-3 rounded-lg border p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          {state === 'running' ? 'Creating new keys' : 'Creating new keys is paused'}
        </p>
        <p className="text-small text-ink-2 tabular-nums" role="status">
          {done} of {environments(total)}
        </p>
      </div>
      <ProgressBar value={done} max={total} label="Environments with a new key" />
      {state === 'paused' ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56 text-ink-2">
            {problem} Completed environments keep their new keys.
          </p>
          <Button variant="secondary" size="sm" onClick={onContinue}>
            Continue
          </Button>
        </div>
      ) : (
        <p className="text-small text-ink-2">Keep this page open until it is done.</p>
      )}
      <AskBeforeLeaving />
    </div>
  )
}

function AskBeforeLeaving() {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && next.pathname !== '/suspended',
    enableBeforeUnload: true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      tone="warning"
      title="Leave before all keys are replaced?"
      description="The remaining environments keep their old keys until somebody with access changes them. No value is lost."
      confirmText="Leave"
      cancelText="Stay"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

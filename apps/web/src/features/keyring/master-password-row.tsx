import { rekeyEnvironments } from '@envhold/contract/keyring/keyring.ts'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { isUnlockCancelled } from '../../connection/prompt-cancelled.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ProgressBar } from '../../ui/feedback/loading.tsx'
import { SettingFormRow, SettingRow } from '../../ui/layout/setting-row.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { refetchSecurity, useAccountSecurity } from '../accounts/security/security-queries.ts'
import { keyringErrors } from './keyring-errors.ts'
import { NoProgressError, rekeyAll } from './rekey-all.ts'

const ChangeMasterPassword = lazyPart(() => import('./change-master-password.tsx'), 'ChangeMasterPassword')

const id = 'master-password'
const title = 'Master password'
const what = 'Encrypts your values. Not stored on the server.'

/** Setting, changing and recovering the master password, on the account page. */
export function MasterPasswordRow() {
  const { data: security } = useAccountSecurity()
  const { rekeying, start, resume, dismiss } = useRekeying()
  if (security?.master_password === null)
    return <SettingRow id={id} title={title} description={what} action={<SetUp />} />
  const changedAt = security?.master_password?.changed_at ?? security?.master_password?.set_at
  return (
    <SettingFormRow
      id={id}
      title={title}
      description={
        <>
          {what}
          {changedAt && (
            <>
              {' '}
              {security?.master_password?.changed_at ? 'Changed' : 'Set'} <Time at={changedAt} date />.
            </>
          )}
        </>
      }
      actionText="Change"
      actionLabel="Change Master Password"
      disabled={!security}
      below={rekeying && <RekeyProgress rekeying={rekeying} onContinue={resume} onDone={dismiss} />}
    >
      {(close) => <ChangeMasterPassword onRekeying={start} onDone={close} />}
    </SettingFormRow>
  )
}

function SetUp() {
  const { queries, unlockPrompt } = useConnection()
  const setUp = async () => {
    try {
      await unlockPrompt.ask()
    } catch (error) {
      if (!isUnlockCancelled(error)) throw error
    } finally {
      await refetchSecurity(queries)
    }
  }
  return <Button onClick={() => void setUp()}>Set master password</Button>
}

const environments = (count: number) => formatCount(count, 'environment')

interface Props {
  rekeying: Rekeying
  onContinue: () => void
  onDone: () => void
}

/** The progress of re-keying; leaving before the end asks first. */
function RekeyProgress({ rekeying: { total, remaining, state, problem }, onContinue, onDone }: Props) {
  if (state === 'done')
    return (
      <Banner
        tone="good"
        title={total === 1 ? 'Your environment has a new key' : `All ${environments(total)} have new keys`}
        action={<SmallButton text="Done" onClick={onDone} />}
      >
        Leaked keys cannot decrypt anything written from now on. Rotate values that may have been read, at the
        service that issued them.
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
          <SmallButton text="Continue" onClick={onContinue} />
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
      description="The remaining environments keep their old keys until someone with access changes them. No value is lost."
      confirmText="Leave"
      cancelText="Stay"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

interface Rekeying {
  readonly total: number
  readonly remaining: number
  readonly state: 'running' | 'paused' | 'done'
  /** The reason for a pause. */
  readonly problem?: string
}

const problemOf = (error: unknown) => {
  if (isUnlockCancelled(error)) return 'Unlock the vault to continue.'
  if (error instanceof NoProgressError)
    return 'Some environments could not get a new key now. They get one the next time they are changed.'
  return errorText(error, keyringErrors.rekeyEnvironments)
}

/** Runs pending re-keys while the page is open. */
function useRekeying() {
  const { api, withUnlockedVault } = useConnection()
  const [rekeying, setRekeying] = useState<Rekeying | null>(null)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (total: number, remaining: number) => {
    stop.current?.abort()
    const stopper = new AbortController()
    stop.current = stopper
    const { signal } = stopper
    const update = (next: Omit<Rekeying, 'total'>) => {
      if (!signal.aborted) setRekeying({ total: Math.max(total, next.remaining), ...next })
    }
    let left = remaining
    update({ remaining: left, state: 'running' })
    try {
      await rekeyAll({
        step: () => withUnlockedVault(() => api.call(rekeyEnvironments, {}, { signal })),
        onProgress: (now) => {
          left = now
          update({ remaining: left, state: 'running' })
        },
        signal,
      })
      update({ remaining: 0, state: 'done' })
    } catch (error) {
      update({ remaining: left, state: 'paused', problem: problemOf(error) })
    }
  }
  return {
    rekeying,
    start: (pending: number) => void run(pending, pending),
    resume: () => rekeying && void run(rekeying.total, rekeying.remaining),
    dismiss: () => setRekeying(null),
  }
}

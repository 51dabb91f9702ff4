import { validateMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/text-field.tsx'
import { isTabFocused } from '../../../ui/use-shortcut.ts'
import { keyringErrors } from '../../keyring/keyring-errors.ts'
import { masterPasswordStatusQuery } from '../../keyring/master-password-status.ts'
import { PasskeyUnlock, SlowUnlockNote } from '../../keyring/passkey-unlock.tsx'

/** The locked vault: a password field in place of the variables, or a button to set a master password. */
export function UnlockInPlace() {
  const { api, withUnlockedVault } = useConnection()
  const { data } = useQuery(masterPasswordStatusQuery(api))
  const first = data?.hasMasterPassword === false
  return (
    <EmptyState
      icon={LockKeyhole}
      title="Master password required to view variables"
      className="border-solid bg-surface"
      action={
        first ? (
          <Button onClick={() => void withUnlockedVault(async () => {}).catch(notifyError)}>
            Set master password
          </Button>
        ) : (
          <UnlockForm />
        )
      }
    >
      {first
        ? 'You have none yet. It encrypts every value, and only you know it.'
        : 'It stays in this page’s memory until you lock, sign out or reload.'}
    </EmptyState>
  )
}

function UnlockForm() {
  const { api, vault, unlockPrompt } = useConnection()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [takesFocus] = useState(() => !isTabFocused())

  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return setProblem('Master password is required')
    setBusy(true)
    try {
      const { valid } = await api.call(validateMasterPassword, { body: { masterPassword: typed } })
      if (!valid) return setProblem('Invalid master password')
      vault.hold(typed)
      toast.success('Master password validated!')
    } catch (error) {
      setProblem(errorText(error, keyringErrors.validateMasterPassword))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form name="unlock-vault" onSubmit={unlock} className="mt-2 grid w-full max-w-sm gap-3 text-left">
      <PasskeyUnlock onOpened={() => {}} />
      <Field label="Master password" error={problem}>
        <PasswordInput
          value={typed}
          autoFocus={takesFocus}
          name="masterPassword"
          unfilled
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <div>
        <Button variant="link" onClick={() => void unlockPrompt.ask('recovery').catch(notifyError)}>
          Forgotten? Use your recovery key
        </Button>
      </div>
      <SlowUnlockNote busy={busy} />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" asChild>
          <Link to="/dashboard">Cancel</Link>
        </Button>
        <Button type="submit" busy={busy}>
          Unlock
        </Button>
      </div>
    </form>
  )
}

const targets = ['[data-row][tabindex="0"]', '[data-row]', 'button:enabled']

/**
 * Unlocking removes the focused password field: then the first row or button of the unlocked content is focused. A
 * focus elsewhere is not moved.
 */
export function useFocusAfterUnlock(area: RefObject<HTMLElement | null>, open: boolean, ready: boolean) {
  const [wasLocked, setWasLocked] = useState(!open)
  if (!open && !wasLocked) setWasLocked(true)
  const waits = wasLocked && open && ready
  useEffect(() => {
    if (!waits) return
    // The rows render once their number is measured.
    const drawn = requestAnimationFrame(() => {
      setWasLocked(false)
      if (document.activeElement !== document.body) return
      const focusable = targets.map((target) => area.current?.querySelector<HTMLElement>(target))
      focusable.find(Boolean)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(drawn)
  }, [waits, area])
}

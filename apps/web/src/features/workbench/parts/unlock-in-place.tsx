import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { isTabFocused } from '../../../ui/use-shortcut.ts'
import { masterPasswordStatusQuery } from '../../keyring/master-password-status.ts'
import { UnlockForm } from '../../keyring/unlock-forms.tsx'

/** The locked vault: a password field in place of the variables, or a button to set a master password. */
export function UnlockInPlace() {
  const { api, withUnlockedVault, unlockPrompt } = useConnection()
  const navigate = useNavigate()
  const [takesFocus] = useState(() => !isTabFocused())
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
          <UnlockForm
            className="mt-2 grid w-full max-w-sm gap-3 text-left"
            autoFocus={takesFocus}
            onOpened={() => {}}
            onCancel={() => void navigate({ to: '/dashboard' })}
            onForgotten={() => void unlockPrompt.ask('recovery').catch(notifyError)}
          />
        )
      }
    >
      {first
        ? 'You have none yet. It encrypts every value, and only you know it.'
        : 'It stays in the memory of this browser’s tabs until you lock, sign out, or close or reload the last one.'}
    </EmptyState>
  )
}

const targets = ['[data-row][tabindex="0"]', '[data-row]', 'button:enabled']

interface Content {
  readonly area: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly isReady: boolean
  /** It replaces other content of the page. */
  readonly isReplacement: boolean
}

/**
 * Unlocking removes the focused password field, and another view the button that led to it: then the first row or button
 * of the new content is focused. A focus elsewhere is not moved.
 */
export function useFocusOnContent({ area, isOpen, isReady, isReplacement }: Content) {
  const [isNew, setNew] = useState(!isOpen || isReplacement)
  if (!isOpen && !isNew) setNew(true)
  const waits = isNew && isOpen && isReady
  useEffect(() => {
    if (!waits) return
    // The rows render once their number is measured.
    const drawn = requestAnimationFrame(() => {
      setNew(false)
      if (document.activeElement !== document.body) return
      const focusable = targets.map((target) => area.current?.querySelector<HTMLElement>(target))
      focusable.find(Boolean)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(drawn)
  }, [waits, area])
}

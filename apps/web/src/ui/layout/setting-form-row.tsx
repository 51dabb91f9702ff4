import { type ReactNode, Suspense, useRef } from 'react'
import { Button } from '../button.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { useOpenSetting } from './open-setting.tsx'
import { SettingRow } from './setting-row.tsx'

interface Props {
  id: string
  title: string
  badge?: ReactNode
  description: ReactNode
  /** On the button that opens the form. */
  actionText: string
  /** The accessible name of that button; contains its text. */
  actionLabel?: string
  disabled?: boolean
  /** What shows below whether the form is open or not. */
  below?: ReactNode
  /** The form, whose code may load when it opens. `close` closes it and returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A setting whose form opens in place, one at a time on a page ({@link OneOpenSetting}). */
export function SettingFormRow({ id, actionText, actionLabel, disabled, below, children, ...row }: Props) {
  const [isOpen, setOpen] = useOpenSetting(id)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const action = (
    <Button
      ref={button}
      variant={isOpen ? 'ghost' : 'secondary'}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Cancel: ${row.title}` : actionLabel}
      disabled={disabled}
      onClick={() => (isOpen ? close() : setOpen(true))}
    >
      {isOpen ? 'Cancel' : actionText}
    </Button>
  )
  return (
    <SettingRow id={id} action={action} {...row}>
      {(isOpen || below) && (
        <>
          {below}
          {isOpen && <OpenForm onClose={close}>{children(close)}</OpenForm>}
        </>
      )}
    </SettingRow>
  )
}

function OpenForm({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button above.
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <Suspense fallback={<Skeleton className="h-40" />}>{children}</Suspense>
    </div>
  )
}

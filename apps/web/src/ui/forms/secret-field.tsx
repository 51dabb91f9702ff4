import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { MarkedText, Masked } from '../text/marked-text.tsx'
import { useHideLater } from '../use-hide-later.ts'

const revealed = 'secret-revealed'

interface Props {
  /** Undefined until it is read. */
  value: string | undefined
  /** The name of the value, for the button's label: 'DATABASE_URL'. */
  label: string
  /** The value is about to show: reads it, if it was not read before. */
  onReveal?: () => void
  className?: string
}

const shownText = (value: string | undefined) => {
  if (value === undefined) return <span className="font-sans text-ink-3">Loading…</span>
  return value === '' ? (
    <span className="font-sans text-ink-3 italic">empty</span>
  ) : (
    <MarkedText text={value} />
  )
}

/**
 * A hidden value with a reveal button. A page reveals one value at a time, and hides it when the focus leaves it,
 * when the window loses the focus, and after 30 seconds.
 */
export function SecretField({ value, label, onReveal, className }: Props) {
  const [isVisible, setIsVisible] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  const id = useId()

  useHideLater(isVisible, () => setIsVisible(false))
  useEffect(() => {
    if (!isVisible) return
    const hideForAnother = (event: Event) =>
      event instanceof CustomEvent && event.detail !== id && setIsVisible(false)
    document.dispatchEvent(new CustomEvent(revealed, { detail: id }))
    document.addEventListener(revealed, hideForAnother)
    return () => document.removeEventListener(revealed, hideForAnother)
  }, [isVisible, id])

  return (
    <fieldset
      ref={field}
      aria-label={label}
      className={cn('flex min-w-0 items-center gap-1', className)}
      onBlur={(event) => {
        if (!field.current?.contains(event.relatedTarget)) setIsVisible(false)
      }}
    >
      {isVisible ? (
        <output
          aria-label={label}
          className="max-h-40 min-w-0 overflow-y-auto font-mono text-small break-all whitespace-pre-wrap"
        >
          {shownText(value)}
        </output>
      ) : (
        <Masked className="truncate" />
      )}
      <IconButton
        label={`${isVisible ? 'Hide' : 'Reveal'} ${label}`}
        aria-pressed={isVisible}
        onClick={(event) => {
          // Safari does not focus a clicked button, and without focus there is no blur event.
          event.currentTarget.focus()
          if (!isVisible) onReveal?.()
          setIsVisible(!isVisible)
        }}
      >
        {isVisible ? <EyeOff /> : <Eye />}
      </IconButton>
    </fieldset>
  )
}

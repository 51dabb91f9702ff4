import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Masked } from './masked.tsx'

const shownFor = 30_000
const revealed = 'secret-revealed'

interface Props {
  value: string
  /** Whose value it is, for the button's words: 'DATABASE_URL'. */
  label: string
  className?: string
}

/**
 * Twelve dots, whatever the length, until asked. One value at a time shows on a page; it hides again when the focus
 * leaves, when the window does, and after 30 seconds.
 */
export function SecretField({ value, label, className }: Props) {
  const [shown, setShown] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  const id = useId()

  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(false)
    const hideForAnother = (event: Event) => event instanceof CustomEvent && event.detail !== id && hide()
    document.dispatchEvent(new CustomEvent(revealed, { detail: id }))
    document.addEventListener(revealed, hideForAnother)
    window.addEventListener('blur', hide)
    const timer = setTimeout(hide, shownFor)
    return () => {
      document.removeEventListener(revealed, hideForAnother)
      window.removeEventListener('blur', hide)
      clearTimeout(timer)
    }
  }, [shown, id])

  return (
    <fieldset
      ref={field}
      aria-label={label}
      className={cn('flex min-w-0 items-center gap-1', className)}
      onBlur={(event) => {
        if (!field.current?.contains(event.relatedTarget)) setShown(false)
      }}
    >
      {shown ? (
        <output className="max-h-40 min-w-0 overflow-y-auto font-mono text-small break-all whitespace-pre-wrap">
          {value}
        </output>
      ) : (
        <Masked className="truncate" />
      )}
      <IconButton
        label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
        aria-pressed={shown}
        onClick={(event) => {
          // Safari leaves the focus where it was; without it nothing could be blurred.
          event.currentTarget.focus()
          setShown(!shown)
        }}
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </fieldset>
  )
}

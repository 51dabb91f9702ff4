import { Slot } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../class-names.ts'

interface Props {
  label: ReactNode
  /** The validation error. */
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean | undefined
  className?: string
  /** One control, which gets its id and description. */
  children: ReactNode
}

export function Field({ label, error, hint, optional, className, children }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cn('grid gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </Label>
      <Slot.Root id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined}>
        {children}
      </Slot.Root>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-small text-ink-3">
          {hint}
        </div>
      )}
    </div>
  )
}

export function Label({ className, ...rest }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller names the control in htmlFor.
  return <label className={cn('text-small font-medium text-ink', className)} {...rest} />
}

import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cn } from '../class-names.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, className, ...rest }: Props) {
  const id = useId()
  return (
    <div className={cn('grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5', className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-[3px] size-4 accent-accent"
        {...rest}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className="col-start-2 text-small text-ink-3">
          {hint}
        </span>
      )}
    </div>
  )
}

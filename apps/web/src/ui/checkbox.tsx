import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, className, ...rest }: Props) {
  return (
    <label className={cn('flex items-start gap-2.5 has-disabled:cursor-not-allowed', className)}>
      <input type="checkbox" className="mt-[3px] size-4 shrink-0 accent-accent" {...rest} />
      <span className="grid">
        <span className="text-base">{label}</span>
        {hint && <span className="text-small text-ink-3">{hint}</span>}
      </span>
    </label>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'

export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section className={cn('min-w-0 rounded-lg border bg-surface p-5 shadow-low', className)} {...rest} />
)

interface HeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Actions at the right of the title. */
  action?: ReactNode
  className?: string
}

export const CardHeader = ({ title, description, action, className }: HeaderProps) => (
  <div className={cn('mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3', className)}>
    <div className="grid min-w-0 gap-1">
      <h2 className="font-semibold">{title}</h2>
      {description && <p className="max-w-prose text-ink-2">{description}</p>}
    </div>
    {action}
  </div>
)

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

interface Props {
  icon?: LucideIcon
  title: ReactNode
  /** What this is for. */
  children?: ReactNode
  /** One thing to do. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon: Icon, title, children, action, className }: Props) {
  return (
    <div
      className={cn(
        'grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center',
        className,
      )}
    >
      {Icon && (
        <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon className="size-5" aria-hidden="true" />
        </span>
      )}
      <div className="grid max-w-md gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-balance text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  )
}

import { CloudAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
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

interface ErrorStateProps {
  /** What happened. */
  title: ReactNode
  /** What is safe, and what to do next. */
  children?: ReactNode
  onRetry?: () => unknown
  retryText?: string
  busy?: boolean
  className?: string | undefined
}

export function ErrorState({
  title,
  children,
  onRetry,
  retryText = 'Try again',
  busy,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'grid justify-items-center gap-3 rounded-lg border border-line-strong bg-surface px-6 py-10 text-center',
        className,
      )}
    >
      <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <CloudAlert className="size-5" aria-hidden="true" />
      </span>
      <div className="grid max-w-md gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-balance text-ink-2">{children}</div>}
      </div>
      {onRetry && (
        <Button variant="secondary" busy={busy ?? false} onClick={() => void onRetry()}>
          {retryText}
        </Button>
      )}
    </div>
  )
}

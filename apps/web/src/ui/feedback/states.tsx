import { CloudAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../class-names.ts'

/** The icon above a title, in a circle of its tone. */
export const RoundIcon = ({ icon: Icon, className }: { icon: LucideIcon; className: string }) => (
  <span className={cn('grid size-10 place-items-center rounded-full', className)}>
    <Icon className="size-5" aria-hidden="true" />
  </span>
)

interface Props {
  icon?: LucideIcon
  title: ReactNode
  /** What this is for. */
  children?: ReactNode
  /** One thing to do. */
  action?: ReactNode
  className?: string | undefined
}

const State = ({
  icon,
  tone,
  title,
  children,
  action,
  ...rest
}: Props & { tone: string; role?: 'alert' }) => (
  <div {...rest}>
    {icon && <RoundIcon icon={icon} className={tone} />}
    <div className="grid max-w-md gap-1">
      <p className="font-semibold">{title}</p>
      {children && <div className="text-balance text-ink-2">{children}</div>}
    </div>
    {action}
  </div>
)

export const EmptyState = ({ className, ...rest }: Props) => (
  <State
    {...rest}
    tone="bg-accent-soft text-accent"
    className={cn(
      'grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center',
      className,
    )}
  />
)

interface ErrorStateProps extends Omit<Props, 'icon' | 'action'> {
  onRetry?: () => unknown
  retryText?: string
  busy?: boolean
}

/** The title says what happened, the children what is safe, and what to do next. */
export const ErrorState = ({
  onRetry,
  retryText = 'Try again',
  busy,
  className,
  ...rest
}: ErrorStateProps) => (
  <State
    {...rest}
    role="alert"
    icon={CloudAlert}
    tone="bg-bad-soft text-bad"
    className={cn(
      'grid justify-items-center gap-3 rounded-lg border border-line-strong bg-surface px-6 py-10 text-center',
      className,
    )}
    action={
      onRetry && (
        <Button variant="secondary" busy={busy ?? false} onClick={() => void onRetry()}>
          {retryText}
        </Button>
      )
    }
  />
)

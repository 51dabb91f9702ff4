import { cn } from '../../ui/class-names.ts'
import { EnvironmentDot, type Marked } from './environment-dot.tsx'
import { ProtectedMark } from './protected-mark.tsx'

interface Props {
  environment: Marked
  className?: string
}

/** An environment where a text names it: its color, its name, and whether it is protected. */
export const EnvironmentName = ({ environment, className }: Props) => (
  <span className={cn('inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom', className)}>
    <EnvironmentDot environment={environment} />
    <span className="min-w-0 truncate">{environment.name}</span>
    <ProtectedMark environment={environment} />
  </span>
)

import type { EnvironmentColor } from '@envhold/contract/environments/environments.ts'
import { environmentColor } from '@envhold/contract/environments/environments.ts'
import { ShieldCheck } from 'lucide-react'
import type { CSSProperties } from 'react'
import { cn } from '../../ui/class-names.ts'

interface Props {
  environment: Marked
  className?: string
  /** A long name takes more lines instead of being cut. */
  wraps?: boolean
}

/** An environment where a text names it: its color, its name, and whether it is protected. */
export const EnvironmentName = ({ environment, className, wraps = false }: Props) => (
  <span
    className={cn(
      'inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom',
      wraps && 'items-start *:data-environment-dot:mt-[5px]',
      className,
    )}
  >
    <EnvironmentDot environment={environment} />
    <span className={cn('min-w-0', wraps ? 'break-words' : 'truncate')}>{environment.name}</span>
    <ProtectedMark environment={environment} />
  </span>
)

export interface Marked {
  readonly name: string
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
}

/** Sets `--env` to the color of an environment, or to the grey of what belongs to all of them. */
export function environmentStyle(environment: Marked | undefined): CSSProperties {
  const color = environment ? `var(--env-${environmentColor(environment)})` : 'var(--color-line-strong)'
  return { '--env': color } as CSSProperties
}

/** The color of an environment beside its name; `hollow` for one without variables. */
export const EnvironmentDot = ({ environment, hollow }: { environment: Marked; hollow?: boolean }) => (
  <span
    aria-hidden="true"
    data-environment-dot=""
    style={environmentStyle(environment)}
    className={cn('size-2.5 shrink-0 rounded-full border-[1.5px] border-(--env)', !hollow && 'bg-(--env)')}
  />
)

/** Beside the name of a protected environment; nothing for any other. */
export const ProtectedMark = ({ environment }: { environment: Marked }) =>
  environment.protected ? (
    <span
      style={environmentStyle(environment)}
      className="inline-flex shrink-0 text-(--env)"
      title="Protected"
    >
      <ShieldCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">Protected</span>
    </span>
  ) : null

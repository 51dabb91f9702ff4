import { type EnvironmentColor, environmentColor } from '@envhold/contract/environments/environments.ts'
import type { CSSProperties } from 'react'
import { cn } from '../../ui/class-names.ts'

export interface Marked {
  readonly name: string
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
}

/** Sets `--env` to the colour of an environment, or to the grey of what belongs to all of them. */
export function environmentStyle(environment: Marked | undefined): CSSProperties {
  const color = environment ? `var(--env-${environmentColor(environment)})` : 'var(--color-line-strong)'
  return { '--env': color } as CSSProperties
}

/** The colour of an environment beside its name; `hollow` for one without variables. */
export const EnvironmentDot = ({ environment, hollow }: { environment: Marked; hollow?: boolean }) => (
  <span
    aria-hidden="true"
    data-environment-dot=""
    style={environmentStyle(environment)}
    className={cn('size-2.5 shrink-0 rounded-full border-[1.5px] border-(--env)', !hollow && 'bg-(--env)')}
  />
)

import type { Environment } from '@envhold/contract/environments/environments.ts'
import { ShieldCheck } from 'lucide-react'
import { cn } from '../../ui/class-names.ts'
import { EnvironmentDot, environmentStyle } from '../projects/environment-name.tsx'
import { protectedLast } from '../workbench/data/write-version.ts'

interface Props {
  /** Of the project. */
  environments: readonly Environment[]
  /** The ids of those that the person reads; undefined for all. */
  shared: readonly number[] | undefined
  /** The invitation is not accepted yet. */
  isPending?: boolean
  /** In words. */
  text: string
  /** Says how many of the environments there are; without it, the reader may not know of all. */
  isCounted: boolean
}

/** Above this many places only the protected ones have one. */
const maxSlots = 8

/** One place for each environment of the project, the protected first, so that a column reads down. */
export function EnvironmentSlots({ environments, shared, isPending = false, text, isCounted }: Props) {
  const sorted = environments.toSorted((a, b) => protectedLast(b, a))
  const has = ({ id }: Environment) => shared === undefined || shared.includes(id)
  const slots = sorted.length > maxSlots ? sorted.filter((environment) => environment.protected) : sorted
  const count = environments.filter(has).length
  const others = count - slots.filter(has).length
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={text}>
      <span className="sr-only">{text}</span>
      {slots.map((environment) => (
        <Slot
          key={environment.id}
          environment={environment}
          isShared={has(environment)}
          isPending={isPending}
        />
      ))}
      {others > 0 && sorted.length > maxSlots && (
        <span aria-hidden="true" className="text-ink-3 tabular-nums">
          + {others}
        </span>
      )}
      {isCounted && (
        <span aria-hidden="true" className="ml-2 whitespace-nowrap text-ink-3 tabular-nums">
          {count === environments.length ? `All ${count}` : `${count} of ${environments.length}`}
        </span>
      )}
    </span>
  )
}

interface SlotProps {
  environment: Environment
  isShared: boolean
  isPending: boolean
}

function Slot({ environment, isShared, isPending }: SlotProps) {
  const isProtected = environment.protected
  if (!isShared)
    return (
      <span
        aria-hidden="true"
        title={`Not ${environment.name}`}
        className={cn(
          'grid h-2.5 shrink-0 place-items-center',
          isProtected ? 'w-7 justify-start pl-[3px]' : 'w-2.5',
        )}
      >
        <span className="h-px w-1 bg-control-line" />
      </span>
    )
  return (
    <span
      aria-hidden="true"
      title={isProtected ? `${environment.name} (protected)` : environment.name}
      style={environmentStyle(environment)}
      className="flex shrink-0 items-center gap-[3px] text-(--env)"
    >
      <EnvironmentDot environment={environment} hollow={isPending} />
      {isProtected && <ShieldCheck className="size-4" />}
    </span>
  )
}

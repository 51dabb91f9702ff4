import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ReactNode } from 'react'
import { EnvironmentDot, ProtectedMark } from './environment-name.tsx'
import { protectedLast } from './protected-last.ts'

/** Of more environments, only the protected ones have places. */
const maxSlots = 8

/** Those that a list of IDs as text names, in their own order; null names all. */
export const accessibleIn = (environments: readonly Environment[], access: readonly string[] | null) =>
  access === null ? environments : environments.filter(({ id }) => access.includes(String(id)))

interface Props {
  /** Of the project. */
  environments: readonly Environment[]
  /** Those of them that can be read. */
  readable: readonly Environment[]
  /** The access does not work yet. */
  isPending?: boolean
  /** What screen readers say, instead of the names. */
  text?: string
  /** Follows the places, such as how many can be read. */
  children: ReactNode
}

/** Which environments can be read, each in a place of its own, protected ones first: a column of these reads down. */
export function EnvironmentSlots({ environments, readable, isPending = false, text, children }: Props) {
  const sorted = environments.toSorted((a, b) => protectedLast(b, a))
  const slots =
    sorted.length > maxSlots
      ? sorted.filter((environment) => environment.protected).slice(0, maxSlots)
      : sorted
  const others = readable.filter((environment) => !slots.includes(environment))
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={text}>
      {text !== undefined && <span className="sr-only">{text}</span>}
      <ul aria-hidden={text !== undefined || undefined} className="flex items-center gap-1.5">
        {slots.map((environment) =>
          readable.includes(environment) ? (
            <li key={environment.id} title={environment.name} className="flex items-center gap-0.5">
              <EnvironmentDot environment={environment} hollow={isPending} />
              {text === undefined && <span className="sr-only">{environment.name}</span>}
              <ProtectedMark environment={environment} />
            </li>
          ) : (
            <li key={environment.id} aria-hidden="true" className={environment.protected ? 'w-7' : 'w-2.5'}>
              <span className="mx-[3px] block h-px w-1 bg-control-line" />
            </li>
          ),
        )}
        {others.length > 0 && (
          <li title={others.map(({ name }) => name).join(', ')} className="tabular-nums">
            + {others.length}
          </li>
        )}
      </ul>
      <span className="ml-1 whitespace-nowrap text-ink-3 tabular-nums">{children}</span>
    </span>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import { EnvironmentDot, ProtectedMark } from './environment-name.tsx'

const maxSlots = 8

/** Those that a list of IDs as text names, in their own order; null names all. */
export const accessibleIn = (environments: readonly Environment[], access: readonly string[] | null) =>
  access === null ? environments : environments.filter(({ id }) => access.includes(String(id)))

interface Props {
  environments: readonly Environment[]
  /** IDs as text; null for all, later ones too. */
  access: readonly string[] | null
}

/**
 * Which environments can be read, each in a place of its own, protected ones first: a column of these reads down.
 * Of more than eight, only the protected ones have places.
 */
export function EnvironmentSlots({ environments, access }: Props) {
  const isCrowded = environments.length > maxSlots
  const slots = [
    ...environments.filter((environment) => environment.protected),
    ...(isCrowded ? [] : environments.filter((environment) => !environment.protected)),
  ].slice(0, maxSlots)
  const granted = accessibleIn(environments, access)
  const more = granted.filter((environment) => !slots.includes(environment)).length
  return (
    <span className="flex items-center gap-1.5">
      <ul className="flex items-center gap-1.5">
        {slots.map((environment) =>
          granted.includes(environment) ? (
            <li key={environment.id} title={environment.name} className="flex items-center gap-0.5">
              <EnvironmentDot environment={environment} />
              <span className="sr-only">{environment.name}</span>
              <ProtectedMark environment={environment} />
            </li>
          ) : (
            <li key={environment.id} aria-hidden="true" className={environment.protected ? 'w-7' : 'w-2.5'}>
              <span className="mx-[3px] block h-px w-1 bg-control-line" />
            </li>
          ),
        )}
        {more > 0 && <li title={namesOf(granted, slots)}>+ {more}</li>}
      </ul>
      <span className="ml-1 text-ink-3">
        {access === null ? 'All' : <span aria-hidden="true">{granted.length}</span>}
      </span>
    </span>
  )
}

const namesOf = (granted: readonly Environment[], slots: readonly Environment[]) =>
  granted
    .filter((environment) => !slots.includes(environment))
    .map(({ name }) => name)
    .join(', ')

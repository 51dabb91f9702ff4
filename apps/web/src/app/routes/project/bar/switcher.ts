import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Marked } from '../../../../features/projects/environment-name.tsx'

export type SwitchedEnvironment = Environment & Marked

export interface SwitcherProps {
  environments: readonly SwitchedEnvironment[]
  current: SwitchedEnvironment
  /** Reads the ids of the last used ones, newest first. */
  readRecent: () => readonly number[]
  /** The URL of an environment, for another browser tab. */
  urlOf: (id: number) => string
  onOpen: (id: number) => void
  /** Compares with the current one; without an id, the user chooses in the comparison. */
  onCompare: (id?: number) => void
  onSideBySide: () => void
  /** Absent for collaborators. */
  onCreate: (() => void) | undefined
  anchor: HTMLElement
  onClose: () => void
}

interface NamedEnvironment {
  readonly id: number
  readonly name: string
}

const byName = <E extends NamedEnvironment>(environments: readonly E[]) =>
  environments.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/** The environments that match a search: the last used ones, newest first, and all others by name. */
export function rankEnvironments<E extends NamedEnvironment>(
  environments: readonly E[],
  recentIds: readonly number[],
  search: string,
): { recent: E[]; others: E[] } {
  const wanted = search.trim().toLowerCase()
  const found = environments.filter(({ name }) => name.toLowerCase().includes(wanted))
  const recent = recentIds.flatMap((id) => found.find((each) => each.id === id) ?? [])
  return { recent, others: byName(found.filter((each) => !recent.includes(each))) }
}

/** The environment before (-1) or after (1) another one by name; the list is a circle. */
export function neighbourOf<E extends NamedEnvironment>(
  environments: readonly E[],
  id: number,
  step: 1 | -1,
): E | undefined {
  const sorted = byName(environments)
  const at = sorted.findIndex((each) => each.id === id)
  return sorted.at((at + step) % sorted.length)
}

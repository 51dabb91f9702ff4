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
  const text = search.trim().toLowerCase()
  const matches = environments.filter(({ name }) => name.toLowerCase().includes(text))
  const recent = recentIds.flatMap((id) => matches.find((item) => item.id === id) ?? [])
  return { recent, others: byName(matches.filter((item) => !recent.includes(item))) }
}

/** The environment before (-1) or after (1) another one by name; the list is a circle. */
export function neighbourOf<E extends NamedEnvironment>(
  environments: readonly E[],
  id: number,
  step: 1 | -1,
): E | undefined {
  const sorted = byName(environments)
  const index = sorted.findIndex((item) => item.id === id)
  return sorted.at((index + step) % sorted.length)
}

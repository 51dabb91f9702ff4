import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Marked } from '../../../../features/projects/environment-dot.tsx'

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

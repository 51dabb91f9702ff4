import type { LucideIcon } from 'lucide-react'

export const commandGroups = ['Recent', 'Variables', 'Environments', 'Projects', 'Go to', 'Do'] as const
export type CommandGroupName = (typeof commandGroups)[number]

/** Somewhere to go, or something to do. */
export interface Command {
  /** `kind:what`, stable across sessions. */
  readonly id: string
  readonly group: Exclude<CommandGroupName, 'Recent'>
  readonly label: string
  /** Context shown beside the label, such as the project. */
  readonly hint?: string
  /** Extra search terms. */
  readonly keywords?: readonly string[]
  readonly icon: LucideIcon
  /** The keyboard shortcut for it. */
  readonly keys?: string
  /** Shown in search results only. */
  readonly searchOnly?: boolean
  /** Why it cannot be run now. */
  readonly blocked?: string | undefined
  readonly run: () => unknown
}

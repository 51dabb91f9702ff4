import type { LucideIcon } from 'lucide-react'

export const commandGroups = ['Recent', 'Variables', 'Environments', 'Projects', 'Go to', 'Do'] as const
export type CommandGroupName = (typeof commandGroups)[number]

/** Somewhere to go, or something to do. */
export interface Command {
  /** `kind:what`, the same each time it is offered. */
  readonly id: string
  readonly group: Exclude<CommandGroupName, 'Recent'>
  readonly label: string
  /** Where it belongs, said beside its words. */
  readonly hint?: string
  /** Further words that find it. */
  readonly keywords?: readonly string[]
  readonly icon: LucideIcon
  /** The key that does the same. */
  readonly keys?: string
  /** Offered only to whoever looks for it. */
  readonly searchOnly?: boolean
  readonly run: () => unknown
}

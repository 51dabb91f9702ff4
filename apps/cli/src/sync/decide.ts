/**
 * Decides what a sync does, from three texts: the file now, the file when it was last in sync with the server, and
 * the server now. It never decides to overwrite what the user wrote, nor to write to the server without --push.
 */
import { difference } from '@envhold/formats/difference.ts'
import { isSameInDetail, replaceVariables, type Variables } from '@envhold/formats/variables.ts'
import type { LocalCopy } from '../files/local-copy.ts'
import { type Changes, nothingChanged } from '../output/changes.ts'

export type Decision =
  /**
   * Both sides are the same, apart from variables that the file did not have when it was pushed: `missing` is their
   * number. `record` if that was not recorded.
   */
  | { readonly kind: 'agreed'; readonly record: boolean; readonly missing: number }
  | { readonly kind: 'pull' }
  | { readonly kind: 'push'; readonly mode: 'merge' | 'replace'; readonly changes: Changes }
  /** The file has changes, and --push was not given. */
  | { readonly kind: 'ahead'; readonly changes: Changes }
  /** Both sides changed, or nothing shows which one is older. */
  | { readonly kind: 'conflict'; readonly changes: Changes }
  | { readonly kind: 'unreadable' }

export interface ServerSide {
  readonly variables: Variables
  readonly version: number
  readonly source: string
  /** The text that a pull would write. */
  text(): string
}

export function decide(local: LocalCopy, server: ServerSide, push: boolean): Decision {
  const { text, variables, records } = local
  if (text === null) return { kind: 'pull' }
  const known = records.find(({ source }) => source === server.source)
  const isPulled = known?.isPulled(text) === true
  // Each dialect has its own quoting, so what was written for an older version is not always readable.
  if (!variables) return { kind: isPulled ? 'pull' : 'unreadable' }

  const untouched = known?.matches(text) === true
  // A note that the file does not have stays, so it is no change.
  const target = replaceVariables(server.variables, variables)
  const between = difference(server.variables, target, isSameInDetail)
  const hasValues = nothingChanged(difference(server.variables, variables))
  // Comments that were never compared with notes on the server are no reason to stop.
  const isSame = nothingChanged(between) || (hasValues && !known)
  // The same variables are another text in another dialect.
  const isOutdated = isPulled && known.whole && server.text() !== text
  if (isSame && !isOutdated)
    return { kind: 'agreed', record: !untouched || known?.version !== server.version, missing: 0 }
  if (untouched && known?.version === server.version && !isOutdated)
    return { kind: 'agreed', record: false, missing: between.removed.length }
  if (untouched) return { kind: 'pull' }
  if (text.trim() === '' && !known) return { kind: 'pull' }
  if (known?.version !== server.version) return { kind: 'conflict', changes: between }

  // Only if a file once had everything does a missing name mean a removal.
  const changes = known.whole ? between : { ...between, removed: [] }
  if (!push) return { kind: 'ahead', changes }
  return { kind: 'push', mode: known.whole ? 'replace' : 'merge', changes }
}

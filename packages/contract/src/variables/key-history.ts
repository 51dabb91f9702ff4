/** The history of one key, from the names in the history of its environment. */
import type { VersionSummary } from './versions.ts'

/** `added-again`: it was removed before. */
export type KeyChangeKind = 'added' | 'added-again' | 'changed' | 'removed'

export interface KeyChange extends Pick<VersionSummary, 'version' | 'created_at' | 'author'> {
  readonly kind: KeyChangeKind
}

const kindOf = (version: VersionSummary, key: string): KeyChangeKind | undefined => {
  if (version.added.includes(key)) return 'added'
  if (version.changed.includes(key)) return 'changed'
  return version.removed.includes(key) ? 'removed' : undefined
}

/** The changes of a key, newest first, as `versions` are. Without older versions, the last one may be an addition again. */
export function keyChanges(versions: readonly VersionSummary[], key: string): KeyChange[] {
  const changes = versions.flatMap((version): KeyChange[] => {
    const kind = kindOf(version, key)
    const { created_at, author } = version
    return kind ? [{ version: version.version, created_at, author, kind }] : []
  })
  return changes.map((change, at) =>
    change.kind === 'added' && changes[at + 1]?.kind === 'removed'
      ? { ...change, kind: 'added-again' }
      : change,
  )
}

/** Changes of one user that follow each other closely: the newest one, and those before it, newest first. */
export interface KeyChangeRun {
  readonly newest: KeyChange
  readonly earlier: readonly KeyChange[]
}

/** Changes closer together than this are one run. */
const maxPauseMs = 10 * 60_000

const isSameRun = (newer: KeyChange, older: KeyChange): boolean =>
  newer.kind === 'changed' &&
  older.kind === 'changed' &&
  newer.author.username !== null &&
  newer.author.username === older.author.username &&
  newer.author.token_name === older.author.token_name &&
  Date.parse(newer.created_at) - Date.parse(older.created_at) <= maxPauseMs

/** Folds changes that the same user made in a short time. Additions and removals stay on their own. */
export function foldKeyChanges(changes: readonly KeyChange[]): KeyChangeRun[] {
  const runs: { newest: KeyChange; earlier: KeyChange[] }[] = []
  let last: KeyChange | undefined
  for (const change of changes) {
    const run = runs.at(-1)
    if (run && last && isSameRun(last, change)) run.earlier.push(change)
    else runs.push({ newest: change, earlier: [] })
    last = change
  }
  return runs
}

/**
 * The version that shows a key before its oldest known change: the oldest stored one, if the key was in it. Undefined
 * if older versions are still to be read, or if the key was added later.
 */
export function oldestUnchanged(
  changes: readonly KeyChange[],
  wholeFrom: { readonly version: number; readonly created_at: string } | null,
  exists: boolean,
): { readonly version: number; readonly created_at: string } | undefined {
  if (!wholeFrom) return undefined
  const oldest = changes.at(-1)
  if (!oldest) return exists ? wholeFrom : undefined
  const wasThere = oldest.kind === 'changed' || oldest.kind === 'removed'
  return wasThere && oldest.version > wholeFrom.version ? wholeFrom : undefined
}

import type { VersionSummary } from '@envhold/contract/variables/versions.ts'

/** When a key was added or got its value. */
export interface KeyChange {
  /** ISO 8601. */
  readonly at: string
  /** Null if the account is erased. */
  readonly author: string | null
}

export interface KeyChanges {
  readonly byKey: ReadonlyMap<string, KeyChange>
  /** Keys that no version names were changed before this time; undefined without versions. */
  readonly before: string | undefined
}

/** When each key was changed last, by the summaries of versions, newest first. */
export function keyChanges(versions: readonly VersionSummary[]): KeyChanges {
  const byKey = new Map<string, KeyChange>()
  for (const { created_at: at, author, added, changed } of versions)
    for (const key of [...added, ...changed])
      if (!byKey.has(key)) byKey.set(key, { at, author: author.username })
  return { byKey, before: versions.at(-1)?.created_at }
}

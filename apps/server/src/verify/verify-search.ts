import { entryTerm, isTerm } from '../db/activity-log/terms.ts'
import type { Db } from '../db/connect.ts'
import type { OnFinding } from './finding.ts'
import {
  changesOf,
  findMisplaced,
  findMissingTerms,
  findStrayChanges,
  listChanges,
  listWrittenVersions,
  type SearchedEntry,
  searchedEntries,
} from './search-store.ts'
import { rowsOf } from './walk-store.ts'

/**
 * Compares what a search of the activity log finds with its entries, whose MACs are verified before: the text of each,
 * the variables that it changed as far as the version is stored, and its line. The lines of a chain follow from entries
 * that may have been erased, so only that each begins where it says is verified.
 * @returns how many texts there are
 */
export async function verifySearch(db: Db, onFinding: OnFinding): Promise<number> {
  let terms = 0
  for await (const term of rowsOf(db, 'activity_terms', ['id'])) {
    terms++
    if (!isTerm(term)) onFinding('activity_terms', term.id, 'was changed from outside')
  }
  for (const id of await findMissingTerms(db)) onFinding('activity_terms', id, 'is missing')
  for (const sequence of await findMisplaced(db))
    onFinding('activity', sequence, 'belongs to a line that does not begin in its chain')
  for (const sequence of await findStrayChanges(db))
    onFinding('activity_changes', sequence, 'belongs to no entry that wrote a version')
  for await (const entries of searchedEntries(db)) {
    for (const { sequence } of entries.filter((entry) => !hasOwnTerm(entry)))
      onFinding('activity', sequence, 'is found by a text that is not its own')
    for (const [sequence, problem] of await findWrongChanges(db, entries))
      onFinding('activity_changes', sequence, problem)
  }
  return terms
}

const hasOwnTerm = ({ chain, description, event_type, term_id }: SearchedEntry): boolean =>
  term_id === entryTerm(chain, description, event_type).id

/** Entries whose variables are not those that their version changed, with what is wrong. */
export async function findWrongChanges(
  db: Db,
  entries: readonly SearchedEntry[],
): Promise<readonly (readonly [sequence: number, problem: string])[]> {
  const range = { from: entries[0]?.sequence ?? 0, to: entries.at(-1)?.sequence ?? 0 }
  const [versions, changes] = [await listWrittenVersions(db, range), await listChanges(db, range)]
  return entries.flatMap(({ sequence, chain, user_id }) => {
    const written = versions.get(sequence)
    if (!written) return []
    if (written.authorId !== user_id) return [[sequence, 'names a version that another user wrote']]
    if (isSameSet(changesOf(chain, written.keys), changes.get(sequence) ?? [])) return []
    return [[sequence, 'differ from the variables that the version changed']]
  })
}

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && new Set([...left, ...right]).size === left.length

import { insertSearch, isTerm } from '../db/activity-log/terms.ts'
import type { Database } from '../db/connect.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import {
  beginLines,
  changeTerm,
  deleteChanges,
  deleteChangesOfTerms,
  deleteTerms,
  findMisplaced,
  findMissingTerms,
  findStrayChanges,
  forgetVersions,
  listWrittenVersions,
  type SearchedEntry,
  searchedEntries,
} from './search-store.ts'
import { findWrongChanges, verifySearch } from './verify-search.ts'
import { rowsOf } from './walk-store.ts'

type Deps = Pick<Database, 'db' | 'engine'>

/**
 * Makes the search of the activity log and its lines again where they do not follow from the entries. A name is lost
 * if neither its text nor its version is stored, and an entry whose line is wrong becomes a line of its own.
 * @returns how many entries there are, and how many problems there were
 */
export async function rebuildSearch(
  deps: Deps,
): Promise<{ readonly entries: number; readonly differed: number }> {
  let differed = 0
  await verifySearch(deps.db, () => {
    differed++
  })
  let entries = 0
  if (differed > 0) await removeFalseTerms(deps)
  for await (const page of searchedEntries(deps.db)) {
    entries += page.length
    if (differed > 0) await inTransaction(deps, (tx) => rebuildPage({ ...deps, db: tx.db }, page))
  }
  if (differed > 0) {
    await repeat(findStrayChanges, deleteChanges, deps)
    await repeat(findMissingTerms, deleteChangesOfTerms, deps)
    await repeat(findMisplaced, beginLines, deps)
  }
  return { entries, differed }
}

async function removeFalseTerms(deps: Deps): Promise<void> {
  for await (const term of rowsOf(deps.db, 'activity_terms', ['id']))
    if (!isTerm(term)) await deleteTerms(deps.db, [term.id])
}

async function rebuildPage(
  { db, engine }: Deps & { readonly db: Trx },
  page: readonly SearchedEntry[],
): Promise<void> {
  const range = { from: page[0]?.sequence ?? 0, to: page.at(-1)?.sequence ?? 0 }
  const versions = await listWrittenVersions(db, range)
  const writtenBy = ({ sequence, user_id }: SearchedEntry) => {
    const version = versions.get(sequence)
    return version?.authorId === user_id ? version : undefined
  }
  const foreign = page.filter((entry) => versions.has(entry.sequence) && !writtenBy(entry))
  if (foreign.length > 0) await forgetVersions(db, sequencesOf(foreign))
  const wrong = await findWrongChanges(db, page)
  if (wrong.length > 0)
    await deleteChanges(
      db,
      wrong.map(([sequence]) => sequence),
    )
  const terms = await insertSearch(
    db,
    engine,
    page.map((entry) => ({ ...entry, keys: writtenBy(entry)?.keys ?? null })),
  )
  for (const [index, { sequence, term_id }] of page.entries()) {
    const id = terms[index] ?? 0
    if (id !== term_id) await changeTerm(db, sequence, id)
  }
}

const sequencesOf = (entries: readonly SearchedEntry[]) => entries.map(({ sequence }) => sequence)

/** Until nothing is found: as many are found at once as are reported. */
async function repeat<Item>(
  find: (db: Deps['db']) => Promise<readonly Item[]>,
  fix: (db: Deps['db'], items: readonly Item[]) => Promise<unknown>,
  { db }: Deps,
): Promise<void> {
  for (let items = await find(db); items.length > 0; items = await find(db)) await fix(db, items)
}

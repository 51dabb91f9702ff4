/** By what texts the entries of the activity log are found. */

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Engine } from '../connect.ts'
import { rowsQuery } from '../json-rows.ts'
import type { ChangedKeys } from './lines.ts'

/** A text of a chain with its id: 52 bits of a hash, so that no look-up is needed. Equal texts have equal ids. */
export interface Term {
  readonly id: number
  readonly chain: string
  readonly text: string
}

function termOf(chain: string, kind: 'entry' | 'key', text: string): Term {
  const digest = hash('sha256', `${chain}\n${kind}\n${text}`, 'buffer')
  return { id: digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) & 15), chain, text }
}

/** The term of an entry: its description and its event. */
export const entryTerm = (chain: string, description: string, eventType: string): Term =>
  termOf(chain, 'entry', `${description}\n${eventType}`)

const keyTerm = (chain: string, key: string): Term => termOf(chain, 'key', key)

/** Whether the id of a stored text is the one that its chain and text have. */
export const isTerm = ({ id, chain, text }: Term): boolean =>
  (['entry', 'key'] as const).some((kind) => termOf(chain, kind, text).id === id)

/** The texts of the variables that an entry changed, each with how. */
export const termsOfKeys = (chain: string, keys: ChangedKeys | null) =>
  (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    (keys?.[kind] ?? []).map((key) => ({ kind, term: keyTerm(chain, key) })),
  )

interface GivenTerm {
  readonly place: number
  readonly name: string
  readonly words: string
}

const putTerms = rowsQuery<GivenTerm>(
  { place: 'bigint', name: 'text', words: 'text' },
  (rows) => sql`
    insert into activity_terms (id, chain, text) select place, name, words from ${rows} where true order by place
    on conflict (id) do nothing`,
)

interface GivenChange {
  readonly place: number
  readonly term: number
  readonly kind: string
}

const putChanges = rowsQuery<GivenChange>(
  { place: 'bigint', term: 'bigint', kind: 'text' },
  (rows) => sql`
    insert into activity_changes (sequence, term_id, kind) select place, term, kind from ${rows} where true
    on conflict (sequence, term_id) do nothing`,
)

export async function insertTerms(db: Db, engine: Engine, terms: readonly Term[]): Promise<void> {
  const rows = new Map(terms.map(({ id, chain, text }) => [id, { place: id, name: chain, words: text }]))
  await putTerms(db, engine, [...rows.values()])
}

export interface FoundEntry {
  readonly sequence: number
  readonly chain: string
  readonly description: string
  readonly event_type: string
  /** The names of the variables that it changed. */
  readonly keys: ChangedKeys | null
}

/**
 * Stores the texts by which entries are found, and the variables that they changed.
 * @returns the id of each entry's own text
 */
export async function insertSearch(
  db: Db,
  engine: Engine,
  entries: readonly FoundEntry[],
): Promise<readonly number[]> {
  const own = entries.map(({ chain, description, event_type }) => entryTerm(chain, description, event_type))
  const changes = entries.flatMap(({ sequence, chain, keys }) =>
    termsOfKeys(chain, keys).map((change) => ({ ...change, sequence })),
  )
  await insertTerms(db, engine, [...own, ...changes.map(({ term }) => term)])
  await putChanges(
    db,
    engine,
    changes.map(({ term, kind, sequence }) => ({ place: sequence, term: term.id, kind })),
  )
  return own.map(({ id }) => id)
}

/** The names of the variables that the entries of lines changed. */

import { limits } from '@envhold/contract/limits.ts'
import type { DbContext } from '../../../context.ts'
import type { ChangedKeys } from '../../../db/activity-log/lines.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { quoted } from './line-parts.ts'
import { type ChangedKey, type EntryOfLine, readChangedKeys } from './line-store.ts'

/**
 * How many names are read at once, and for one line. A write removes 2,000 variables and adds as many at most, and a
 * sentence says two changes apart: so only lines with more changes than that have names that are not read.
 */
export const maxNames = 4 * limits.environmentVariables

type Alike = (entry: EntryOfLine) => unknown[]

/** Within a line, entries of an environment with the same text repeat the same change. */
const isRepeated: Alike = ({ environment_id, event_type, description }) => [
  environment_id,
  event_type,
  description,
]

/** Changes with the same counts and the same first names are one in long lines, in whichever environments. */
const readsTheSame: Alike = ({ event_type, description }) => [event_type, description.replace(quoted, '')]

/** By the sequence of the entry. Equal changes are the same object. Entries of which the names were not read are missing. */
export async function readKeysOfLines(
  ctx: DbContext<'engine'>,
  entries: readonly EntryOfLine[],
): Promise<ReadonlyMap<number, ChangedKeys>> {
  const written = entries.filter(({ version }) => version > 0)
  const all = await readKeys(ctx, written, isRepeated)
  if (all.isComplete) return all.keys
  const keys = new Map<number, ChangedKeys>()
  for (const ofLine of Map.groupBy(written, ({ line }) => line).values()) {
    await pauseWork()
    const exact = await readKeys(ctx, ofLine, isRepeated)
    const read = exact.isComplete ? exact : await readKeys(ctx, ofLine, readsTheSame)
    for (const [sequence, changed] of read.keys) keys.set(sequence, changed)
  }
  return keys
}

async function readKeys(ctx: DbContext<'engine'>, entries: readonly EntryOfLine[], alike: Alike) {
  const groups = Map.groupBy(entries, (entry) => JSON.stringify([entry.line, ...alike(entry)]))
  const bySequence = new Map([...groups.values()].map((group) => [group[0]?.sequence ?? 0, group]))
  const rows = await readChangedKeys(ctx, [...bySequence.keys()], maxNames + 1)
  const isComplete = rows.length <= maxNames
  const changes = Map.groupBy(rows, ({ sequence }) => sequence)
  // Its other names were not read.
  if (!isComplete) changes.delete(rows.at(-1)?.sequence ?? 0)
  const known = new Map<string, ChangedKeys>()
  const keys = new Map<number, ChangedKeys>()
  for (const [first, changedKeys] of changes) {
    const changed = changedKeysOf(changedKeys)
    const text = JSON.stringify(changed)
    const same = known.get(text) ?? changed
    known.set(text, same)
    for (const { sequence } of bySequence.get(first) ?? []) keys.set(sequence, same)
  }
  return { keys, isComplete }
}

function changedKeysOf(rows: readonly ChangedKey[]): ChangedKeys {
  const of = (kind: ChangedKey['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ key }) => key)
      .sort()
  return { added: of('added'), changed: of('changed'), removed: of('removed') }
}

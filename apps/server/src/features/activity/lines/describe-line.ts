/** The sentence of a line, from the entries that it stands for. */

import type { LinePart } from '@envhold/contract/activity/activity-lines.ts'
import { kindOf } from '../../../db/activity-log/lines.ts'
import {
  listParts,
  namePart,
  textPart,
  uncapitalized,
  type WriteKind,
  writeSentence,
} from '../../audit-log/write-sentence.ts'
import { describeEntry, environmentPart, environmentParts, type Names, ofProject } from './line-parts.ts'
import type { EntryOfLine } from './line-store.ts'

export interface DescribedLine {
  /** The entry that the line is about. */
  readonly main: EntryOfLine
  readonly isRead: boolean
  readonly sentence: readonly LinePart[]
  readonly note: string | null
  /** The entries with a version, in the order of the sentence. */
  readonly written: readonly EntryOfLine[]
}

type Entries = readonly [EntryOfLine, ...EntryOfLine[]]

const times = (count: number) => (count === 2 ? 'twice' : `${count} times`)

export function describeLine(entries: Entries, names: Names): DescribedLine {
  const [first] = entries
  const main = entries.findLast((entry) => kindOf(entry) === 'write' || kindOf(entry) === 'team') ?? first
  const kind = kindOf(main)
  const note = kind === 'rekey' ? null : rekeyNote(entries)
  const described = { main, isRead: kind === 'read', note, written: [] }
  if (kind === 'write') return { ...described, ...describeWrites(entries, names) }
  if (kind === 'read') return { ...described, sentence: describeReads(entries, names) }
  if (kind === 'team') return { ...described, sentence: describeTeam(entries, names) }
  if (kind === 'rekey') return { ...described, sentence: describeRekeys(entries, names) }
  if (kind === 'create' && entries.length > 1)
    return { ...described, sentence: describeCreated(entries, names) }
  const same = entries.length > 1 ? [textPart(`, ${times(entries.length)}`)] : []
  return { ...described, sentence: [...describeEntry(main, names), ...same] }
}

function rekeyNote(entries: Entries): string | null {
  const rekeyed = new Set(
    entries
      .filter(({ event_type }) => event_type === 'environment_rekeyed')
      .map((entry) => entry.environment_id),
  )
  if (rekeyed.size === 0) return null
  return `${rekeyed.size} ${rekeyed.size === 1 ? 'environment' : 'environments'} re-keyed`
}

function kindOfWrite({ event_type, description }: EntryOfLine): WriteKind {
  if (event_type === 'variables_restored') {
    const version = /\bversion (\d{1,15})\b(?!.*\bversion \d)/.exec(description)?.[1]
    return { restored: Number(version ?? 0) }
  }
  if (description.startsWith('Renamed ')) return 'rename'
  return description.startsWith('Imported ') ? 'import' : 'write'
}

/** More different changes than this are summed up. */
const maxClauses = 2

function describeWrites(entries: Entries, names: Names): Pick<DescribedLine, 'sentence' | 'written'> {
  const writes = entries.filter((entry) => kindOf(entry) === 'write')
  const order = environmentParts(writes, names).map(({ text }) => text)
  const placeOf = (entry: EntryOfLine) => order.indexOf(environmentPart(entry, names).text)
  const written = writes.filter(({ version }) => version > 0).toSorted((a, b) => placeOf(a) - placeOf(b))
  const changes = [...Map.groupBy(writes, ({ sequence }) => names.keys.get(sequence)).values()].flatMap(
    (same) => [...Map.groupBy(same, (entry) => JSON.stringify(kindOfWrite(entry))).values()],
  )
  const groups = changes.toSorted((a, b) => lowest(a, placeOf) - lowest(b, placeOf))
  const clauses =
    groups.length > maxClauses && writes.some(({ sequence }) => names.keys.has(sequence))
      ? [sumOf(writes, names)]
      : groups.map((group) => clauseOf(group, names))
  return { written, sentence: clauses.flatMap((clause, index) => (index === 0 ? clause : followUp(clause))) }
}

const lowest = <T>(items: readonly T[], place: (item: T) => number) => Math.min(...items.map(place))

/** A clause after another one. */
const followUp = ([first, ...rest]: readonly LinePart[]): LinePart[] => [
  textPart(`; ${uncapitalized(first?.text ?? '')}`),
  ...rest,
]

/** Entries with the same change, in one or several environments. */
function clauseOf(entries: readonly EntryOfLine[], names: Names): LinePart[] {
  const [entry] = entries
  if (!entry) return []
  const keys = names.keys.get(entry.sequence)
  const environments = environmentParts(entries, names)
  const repeats =
    environments.length === 1 && entries.length > 1 ? [textPart(`, ${times(entries.length)}`)] : []
  // Entries from before names were stored.
  if (!keys) return [...describeEntry(entry, names), ...repeats]
  const sentence = writeSentence({ kind: kindOfWrite(entry), keys, environments, isFirst: names.isFound })
  return [...sentence, ...repeats]
}

/** One sentence for many different changes. */
function sumOf(entries: readonly EntryOfLine[], names: Names): LinePart[] {
  const changes = new Set(entries.map(({ sequence }) => names.keys.get(sequence)))
  const all = new Set(
    [...changes].flatMap((keys) => (keys ? [...keys.added, ...keys.changed, ...keys.removed] : [])),
  )
  const environments = environmentParts(entries, names)
  if (changes.has(undefined))
    return [
      textPart(`Changed at least ${all.size} keys in `),
      ...listParts(environments.map((part) => [part])),
    ]
  const keys = { added: [], changed: [...all].sort(), removed: [] }
  return writeSentence({ kind: 'write', keys, environments, isFirst: names.isFound })
}

function describeReads(entries: Entries, names: Names): LinePart[] {
  const unlocks = entries.filter(({ event_type }) => event_type === 'vault_unlocked')
  if (unlocks.length === entries.length)
    return [...readersOf(entries, names), textPart(` unlocked the vault${often(entries.length)}`)]
  const project = ofProject(entries[0], names)
  const reads = entries.filter(({ environment_id }) => environment_id !== null)
  const searches = entries.filter(({ environment_id }) => environment_id === null)
  const clauses = [
    ...(reads.length > 0 ? [clauseOfReads(reads, names, project)] : []),
    ...(searches.length > 0 ? [clauseOfSearches(searches, names, project)] : []),
  ]
  return clauses.flatMap((clause, index) => (index === 0 ? clause : [textPart('; '), ...clause]))
}

const readersOf = (entries: readonly EntryOfLine[], { users }: Names): LinePart[] => {
  const people = [...new Set(entries.map(({ user_id }) => user_id ?? 0))].sort((a, b) => a - b)
  return listParts(people.map((id) => [namePart(users.get(id)?.username ?? 'a deleted account')]))
}

function clauseOfReads(
  reads: readonly EntryOfLine[],
  names: Names,
  project: readonly LinePart[],
): LinePart[] {
  const environments = environmentParts(reads, names)
  const verb = verbOfReads(reads)
  const what =
    environments.length > 2
      ? [textPart(`${environments.length} environments`)]
      : listParts(environments.map((part) => [part]))
  return [
    ...readersOf(reads, names),
    textPart(` ${verb} `),
    ...what,
    ...project,
    textPart(often(reads.length)),
  ]
}

/** Searches for equal values over several environments. */
function clauseOfSearches(
  searches: readonly EntryOfLine[],
  names: Names,
  project: readonly LinePart[],
): LinePart[] {
  const [search, ...others] = new Map(searches.map((entry) => [entry.description, entry])).values()
  const [start, ...rest] = search && others.length === 0 ? describeEntry(search, names) : []
  const isWhole = start?.text.startsWith('Looked for ')
  const what = isWhole
    ? [textPart(` ${uncapitalized(start?.text ?? '')}`), ...rest]
    : [textPart(' looked for equal values in several environments'), ...project]
  return [...readersOf(searches, names), ...what, textPart(often(searches.length))]
}

const often = (count: number) => (count === 1 ? '' : ` ${times(count)}`)

function verbOfReads(entries: readonly EntryOfLine[]): string {
  const compared = entries.filter(({ description }) => description.startsWith('Compared')).length
  if (compared === entries.length) return 'compared'
  return compared > 0 ? 'read and compared' : 'read'
}

/** Accepting and joining are one step; the entry about joining says more. */
function describeTeam(entries: Entries, names: Names): LinePart[] {
  const team = entries.filter((entry) => kindOf(entry) === 'team')
  const joined = team.find(({ event_type }) => event_type === 'collaborator_added')
  const entry = joined ?? team[0] ?? entries[0]
  const [, user, role] = /^(.+) joined ".*" \((read|write)\)$/s.exec(entry.description) ?? []
  if (user && role)
    return [namePart(user), textPart(' joined'), ...ofProject(entry, names, ' '), textPart(` to ${role}`)]
  const [, removed] = /^Removed (.+) from ".*"$/s.exec(entry.description) ?? []
  if (removed) return [textPart('Removed '), namePart(removed), ...ofProject(entry, names, ' from ')]
  return describeEntry(entry, names)
}

const describeRekeys = (entries: Entries, names: Names): LinePart[] => {
  const rekeyed = entries.filter(({ event_type }) => event_type === 'environment_rekeyed')
  if (rekeyed.length === 0) return describeEntry(entries[0], names)
  return [
    textPart('Re-keyed '),
    ...listParts(environmentParts(rekeyed, names).map((part) => [part])),
    ...ofProject(entries[0], names),
  ]
}

const describeCreated = (entries: Entries, names: Names): LinePart[] => [
  textPart('Created the environments '),
  ...listParts(environmentParts(entries, names).map((part) => [part])),
  ...ofProject(entries[0], names, ' in '),
]

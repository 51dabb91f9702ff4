import { sanitize } from '@envhold/command/sanitize.ts'
import type { KeyChange, KeyChangeKind, VersionSummary } from '@envhold/contract/variables/versions.ts'
import { ago } from './ago.ts'
import { type Style, table } from './output.ts'

/** The history of an environment, a line for each version. */
export const versionsTable = (style: Style, versions: readonly VersionSummary[]): string =>
  table(
    style,
    ['VERSION', 'WHEN', 'WHO', 'CHANGES'],
    versions.map((version) => [
      String(version.version),
      ago(version.created_at, Date.now()),
      authorOf(version),
      changesOf(version),
    ]),
  )

const shownNames = 6

/** `+ADDED ~CHANGED -REMOVED`, the first few. */
export const changesOf = ({ added, changed, removed }: VersionSummary): string => {
  const names = [
    ...added.map((key) => `+${key}`),
    ...changed.map((key) => `~${key}`),
    ...removed.map((key) => `-${key}`),
  ]
  const more = names.length - shownNames
  return `${names.slice(0, shownNames).join(' ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const authorOf = ({ author }: Pick<VersionSummary, 'author'>): string => {
  const name = author.username ?? 'a former user'
  return author.token_name ? `${name} (${author.token_name})` : name
}

const words: Readonly<Record<KeyChangeKind, string>> = {
  added: 'added',
  'added-again': 'added again',
  changed: 'changed',
  removed: 'removed',
  renamed: 'renamed',
}

const whatOf = ({ kind, from }: KeyHistoryLine['change']): string => {
  if (!kind) return 'oldest stored'
  return from === undefined ? words[kind] : `${words[kind]} from ${sanitize(from)}`
}

/** The same length for every value, so that not even its length shows. */
const masked = '••••••••'

/** A line of the history of one key. */
export interface KeyHistoryLine {
  readonly change: Omit<KeyChange, 'kind' | 'author'> & Partial<Pick<KeyChange, 'kind' | 'author'>>
  /** Undefined unless the values were read; null if the version lacks the key. */
  readonly value: string | null | undefined
}

const shownValue = ({ change, value }: KeyHistoryLine, older: KeyHistoryLine | undefined): string => {
  if (change.kind === 'removed') return ''
  if (value === undefined) return masked
  if (value === null) return '(not stored)'
  const note = older?.value === value ? ` (same value as in version ${older.change.version})` : ''
  return `${value === '' ? '(empty)' : value}${note}`
}

/** The lines that have a value, each with the next older one. */
const withOlder = (lines: readonly KeyHistoryLine[]) =>
  lines.map((line, index) => ({
    line,
    older: lines.slice(index + 1).find(({ change }) => change.kind !== 'removed'),
  }))

/** The history of one key, newest first. Values are masked unless they were read. */
export const keyHistoryTable = (style: Style, lines: readonly KeyHistoryLine[]): string =>
  table(
    style,
    ['VERSION', 'WHEN', 'WHO', 'WHAT', 'VALUE'],
    withOlder(lines).map(({ line, older }) => [
      String(line.change.version),
      ago(line.change.created_at, Date.now()),
      line.change.author ? authorOf({ author: line.change.author }) : '',
      whatOf(line.change),
      shownValue(line, older),
    ]),
  )

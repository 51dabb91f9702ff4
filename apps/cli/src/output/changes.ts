import { sanitize } from '@envhold/command/sanitize.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import type { Difference } from '@envhold/formats/difference.ts'
import {
  commentNames,
  type DetailName,
  detailNames,
  type FieldName,
  fieldOf,
} from '@envhold/formats/fields/every-field.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Style } from './output.ts'

export type Changes = Pick<Difference, 'added' | 'changed' | 'removed'>

export const nothingChanged = ({ added, changed, removed }: Changes): boolean =>
  added.length + changed.length + removed.length === 0

const maxListed = 20

/** `A, B, C`: names of variables in a sentence, which stays readable with thousands of them. */
export function nameList(names: readonly string[]): string {
  const listed = names.slice(0, maxListed).map((name) => sanitize(name.slice(0, 100)))
  const more = names.length - listed.length
  return `${listed.join(', ')}${more > 0 ? ` and ${formatCount(more, 'other')}` : ''}`
}

/** Keys that two sides have with another note or due day, by detail. */
export type ChangedDetails = Readonly<Record<DetailName, readonly string[]>>

/** The same, for sides whose details are unknown. */
export const noDetails = Object.fromEntries(
  detailNames.map((name) => [name, []]),
) as unknown as ChangedDetails

export const noDetailsChanged = (details: ChangedDetails): boolean =>
  detailNames.every((name) => details[name].length === 0)

/**
 * One line for each name, never a value: `+` added, `~` changed, `-` removed, and `=` if only a detail differs, which is
 * named.
 */
export function changeLines(
  style: Style,
  { added, changed, removed }: Changes,
  details: ChangedDetails = noDetails,
): string {
  const labels = (key: string) => {
    const names = detailNames.filter((name) => details[name].includes(key))
    return names.length === 0 ? '' : ` (${names.map((name) => fieldOf(name).label).join(', ')})`
  }
  const valued = new Set(changed)
  const onlyDetails = new Set(detailNames.flatMap((name) => details[name].filter((key) => !valued.has(key))))
  const lines: [string, string][] = [
    ...added.map((key): [string, string] => [key, style.green(`+ ${key}`)]),
    ...changed.map((key): [string, string] => [key, style.yellow(`~ ${key}${labels(key)}`)]),
    ...[...onlyDetails].map((key): [string, string] => [key, style.yellow(`= ${key}${labels(key)}`)]),
    ...removed.map((key): [string, string] => [key, style.red(`- ${key}`)]),
  ]
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => `${line}\n`)
    .join('')
}

/** `2 added, 1 changed, 1 note`. */
export function countChanges(
  { added, changed, removed }: Changes,
  details: ChangedDetails = noDetails,
): string {
  const counts: (readonly [number, string])[] = [
    [added.length, 'added'],
    [changed.length, 'changed'],
    [removed.length, 'removed'],
    ...detailNames.map((name) => {
      const count = details[name].length
      return [count, `${fieldOf(name).label}${count === 1 ? '' : 's'}`] as const
    }),
  ]
  const parts = counts.filter(([count]) => count !== 0)
  return parts.map(([count, what]) => `${count} ${what}`).join(', ') || 'no changes'
}

/** The same length for every value, so that not even its length shows. */
const masked = '••••••••'

/** Names longer than this do not move the values further to the right. */
const widestColumn = 32

/** An empty value is the most common mistake, and no secret. */
const shapeOf = (value: string | undefined) => (value === '' ? '(empty)' : masked)

const spacesOnly = (before: string | undefined, after: string | undefined) =>
  before !== undefined && after !== undefined && before.trim() === after.trim()

const labelsOf = (names: readonly FieldName[]) => names.map((name) => fieldOf(name).label).join(' and ')

/**
 * A line for each name that changes, with masks in place of the values. `before` is null if only the server knows it.
 */
export function maskedChanges(
  style: Style,
  { added, changed, removed }: Changes,
  before: Variables | null,
  after: Variables,
): string {
  const names = [...added, ...changed, ...removed]
  const width = Math.min(widestColumn, Math.max(0, ...names.map((name) => name.length)))
  const lineOf = (sign: string, key: string, shape: string): [string, string] => [
    key,
    `${sign} ${sanitize(key).padEnd(width)}  ${shape}`,
  ]
  const changeOf = (key: string) => {
    const [was, now] = [before?.get(key), after.get(key)]
    const [old, fresh] = [was?.value, now?.value]
    if (was && now && old === fresh)
      return `its ${labelsOf(commentNames.filter((name) => was[name] !== now[name]))}`
    const remark = spacesOnly(old, fresh) ? ' (only spaces or line breaks around it)' : ''
    return `${shapeOf(old)} → ${shapeOf(fresh)}${remark}`
  }
  return [
    ...added.map((key) => [lineOf('+', key, shapeOf(after.get(key)?.value)), style.green] as const),
    ...changed.map((key) => [lineOf('~', key, changeOf(key)), style.yellow] as const),
    ...removed.map((key) => [lineOf('-', key, shapeOf(before?.get(key)?.value)), style.red] as const),
  ]
    .sort(([[left]], [[right]]) => (left < right ? -1 : 1))
    .map(([[, line], paint]) => paint(line))
    .join('\n')
}

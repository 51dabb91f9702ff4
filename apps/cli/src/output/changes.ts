import type { Difference } from '@envhold/formats/difference.ts'
import type { Style } from './style.ts'

export type Changes = Pick<Difference, 'added' | 'changed' | 'removed'>

export const nothingChanged = ({ added, changed, removed }: Changes): boolean =>
  added.length + changed.length + removed.length === 0

/** One line for each name, never a value: `+` added, `~` changed, `-` removed. */
export function changeLines(style: Style, { added, changed, removed }: Changes): string {
  const lines: [string, string][] = [
    ...added.map((key): [string, string] => [key, style.green(`+ ${key}`)]),
    ...changed.map((key): [string, string] => [key, style.yellow(`~ ${key}`)]),
    ...removed.map((key): [string, string] => [key, style.red(`- ${key}`)]),
  ]
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => `${line}\n`)
    .join('')
}

/** `2 added, 1 changed`. */
export function countChanges({ added, changed, removed }: Changes): string {
  const parts = [
    [added.length, 'added'],
    [changed.length, 'changed'],
    [removed.length, 'removed'],
  ].filter(([count]) => count !== 0)
  return parts.map(([count, what]) => `${count} ${what}`).join(', ') || 'no changes'
}

export const variableCount = (count: number): string => `${count} variable${count === 1 ? '' : 's'}`

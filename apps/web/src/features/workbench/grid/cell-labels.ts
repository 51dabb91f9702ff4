import type { Cell, KeyRow } from '../comparison/key-rows.ts'

/** A, B … Z, AA, AB …, as spreadsheets name their columns. */
export function groupName(group: number): string {
  const last = String.fromCharCode(65 + (group % 26))
  return group < 26 ? last : groupName(Math.floor(group / 26) - 1) + last
}

const maxNamed = 3

const namesIn = (names: readonly string[]) =>
  names.length <= maxNamed
    ? names.join(', ')
    : `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`

const editWords = {
  added: ', new, not saved',
  changed: ', changed, not saved',
  removed: ', removed, not saved',
} as const

const stateWords: Readonly<Record<Cell['state'], string>> = {
  unread: 'Not read',
  missing: 'Missing',
  alone: 'Only here',
  same: 'Same as the others',
  different: 'Differs from the others',
  grouped: 'Differs from the others',
}

/** How a value compares to the others in its row, in words. `names`: of the environments, as in the row's cells. */
export function cellLabels({ cells }: KeyRow, at: number, names: readonly string[]): string {
  const cell = cells[at]
  if (!cell) return ''
  const alike =
    cell.group === undefined && !cell.isSharedSecret
      ? []
      : names.filter((_, other) => other !== at && cells[other]?.value === cell.value)
  const same = cell.isSharedSecret ? 'Same secret as' : 'Same as'
  const words = alike.length > 0 ? `${same} ${namesIn(alike)}` : stateWords[cell.state]
  return words + (cell.edit ? editWords[cell.edit] : '')
}

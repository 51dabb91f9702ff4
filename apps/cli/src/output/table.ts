import { sanitize } from '@envhold/command/sanitize.ts'
import type { Style } from './style.ts'

/** Columns as wide as their widest cell, two spaces apart. */
export function table(style: Style, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(sanitize))
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [style.bold(line(head)), ...cells.map(line)].map((text) => `${text}\n`).join('')
}

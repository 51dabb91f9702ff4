/** Text of RFC 4180, as spreadsheets read it without running anything in it. */
type Cell = string | number | null

/** What makes a spreadsheet take a cell for a formula, at the cell's beginning; wide ones do where wide letters are written. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cell = (value: Cell) => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quoted(formula.test(value) ? `'${value}` : value)
}

/** One record, its line end included. */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

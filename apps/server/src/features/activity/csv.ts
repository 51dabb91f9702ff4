/** Text of RFC 4180 that no spreadsheet executes. */
type Cell = string | number | null

/** The first characters that make a spreadsheet treat a cell as a formula; full-width ones do so in some locales. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cell = (value: Cell) => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quoted(formula.test(value) ? `'${value}` : value)
}

/** One record, including its line break. */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

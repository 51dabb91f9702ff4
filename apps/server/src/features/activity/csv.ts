/** CSV text of RFC 4180 in which a spreadsheet executes nothing. */
type Cell = string | number | null

/**
 * The characters that make a spreadsheet treat a cell as a formula when it begins with them, including full-width ones,
 * which East Asian versions accept.
 */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cell = (value: Cell) => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quoted(formula.test(value) ? `'${value}` : value)
}

/** One record, including its line end. */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

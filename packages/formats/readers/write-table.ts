import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allReaders } from './all-readers.ts'
import { isAbsent } from './reader.ts'
import { collectResults, type Outcome, type Results } from './results.ts'

/**
 * Writes the two tables of docs/formats.md from the readers' current results:
 * `node packages/formats/readers/write-table.ts`. The text around the tables is written by hand.
 */
export const page = fileURLToPath(new URL('../../../docs/formats.md', import.meta.url))

const marks: Readonly<Record<Outcome, string>> = {
  same: '✓',
  'differs, warned': '⚠',
  differs: '✗',
  refused: '–',
}

/** The page with updated tables. Throws when a reader is missing, because its column would be lost. */
function withTables(text: string): string {
  const absent = allReaders.filter(isAbsent).map(({ name }) => name)
  if (absent.length > 0) throw new Error(`Install these readers first: ${absent.join(', ')}`)
  return (['plain', 'dialect'] as const).reduce((page, written) => {
    return page.replace(placeOf(written), (_, start: string, __, end: string) => {
      return `${start}\n\n${tableOf(collectResults(written))}\n${end}`
    })
  }, text)
}

/** The table that the page contains now. */
export function tableIn(text: string, written: 'plain' | 'dialect'): string {
  const table = placeOf(written).exec(text)?.[2]
  if (table === undefined) throw new Error(`The page has no place for the table '${written}'`)
  return table
}

function placeOf(written: string): RegExp {
  return new RegExp(`(<!-- ${written}: generated -->)([^]*)(<!-- ${written}: end -->)`)
}

/** One row for each value, one column for each reader. */
export function tableOf({ readers, rows }: Results): string {
  const lines = [
    ['value', ...readers.map(({ name }) => name)],
    ['---', ...readers.map(() => ':-:')],
    ...[...rows].map(([name, outcomes]) => [
      name.replaceAll('|', '\\|'),
      ...outcomes.map((outcome) => marks[outcome]),
    ]),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(page, withTables(readFileSync(page, 'utf8')))
}

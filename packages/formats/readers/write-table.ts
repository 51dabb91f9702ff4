import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { collectResults, type Outcome, type Results } from './results.ts'

/**
 * Writes the two tables of docs/formats.md from what the readers do today: `node packages/formats/readers/write-table.ts`.
 * The text around the tables is written by hand.
 */
export const page = fileURLToPath(new URL('../../../docs/formats.md', import.meta.url))

const marks: Readonly<Record<Outcome, string>> = {
  same: '✓',
  'differs, warned': '⚠',
  differs: '✗',
  refused: '–',
}

/** The page with its tables brought up to date. */
export function withTables(text: string): string {
  return (['plain', 'dialect'] as const).reduce((page, written) => {
    const table = tableOf(collectResults(written))
    const [start, end] = [`<!-- ${written}: generated -->`, `<!-- ${written}: end -->`]
    const [before, after] = [page.indexOf(start), page.indexOf(end)]
    if (before < 0 || after < before) throw new Error(`The page has no place for the table '${written}'`)
    return `${page.slice(0, before + start.length)}\n\n${table}\n${page.slice(after)}`
  }, text)
}

function tableOf({ readers, rows }: Results): string {
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

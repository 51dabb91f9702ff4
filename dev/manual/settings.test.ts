import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { settings } from '../../apps/web/src/features/reference/overview/settings.ts'

/** The settings that a table names in its first column. */
const named = (cells: readonly string[]) =>
  cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z_]+)`/g), ([, name]) => name)).toSorted()

it('the manual names every setting that the README names', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const table = settings.blocks.find((block) => block.kind === 'table')
  expect(rows.length).toBeGreaterThan(15)
  expect(named(table?.rows.map(([first = '']) => first) ?? [])).toEqual(
    named(rows.map((row) => row.split('|')[1] ?? '')),
  )
})

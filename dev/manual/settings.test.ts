import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { settings } from '../../apps/web/src/features/reference/overview/settings.ts'

/** The settings that a table names in its first column. */
const named = (cells: readonly string[]) =>
  cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z_]+)`/g), ([, name]) => name)).toSorted()

describe('docs/settings.md', async () => {
  const document = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const documented = named(rows.map((row) => row.split('|')[1] ?? ''))

  it('names every setting that the server reads, and the one that Node reads', () => {
    const read = new Set(['NODE_EXTRA_CA_CERTS'])
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
    expect(read.size).toBeGreaterThan(15)
    expect(documented).toEqual(Array.from(read).toSorted())
  })

  it('names the same settings as the manual', () => {
    const table = settings.blocks.find((block) => block.kind === 'table')
    expect(named(table?.rows.map(([first = '']) => first) ?? [])).toEqual(documented)
  })
})

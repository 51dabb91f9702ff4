import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/server/src/config/config.ts'

/** The settings in the first columns of the tables of a Markdown file. */
async function settingsIn(path: string): Promise<readonly (string | undefined)[]> {
  const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
  const cells = text.split('\n').flatMap((line) => /^\| (`[A-Z0-9_]+`[^|]*)\|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z0-9_]+)`/g), ([, name]) => name)).toSorted()
}

describe('docs/settings.md', async () => {
  const documented = await settingsIn('docs/settings.md')

  it('names every setting that the server reads, and the one that Node reads', () => {
    const read = new Set(['NODE_EXTRA_CA_CERTS'])
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
    expect(read.size).toBeGreaterThan(15)
    const isDocumented = (name: string) => documented.includes(name)
    // Each secret setting may be in a file: one sentence says so for all of them.
    const files = Array.from(read).filter((name) => name.endsWith('_FILE'))
    expect(files.length).toBeGreaterThan(2)
    expect(files.map((name) => name.replace(/_FILE$/, '')).filter(isDocumented)).toHaveLength(files.length)
    expect(documented).toEqual(
      Array.from(read)
        .filter((name) => !files.includes(name))
        .toSorted(),
    )
  })

  it('names the same settings as the manual', async () => {
    expect(await settingsIn('docs/manual/overview/settings.md')).toEqual(documented)
  })
})

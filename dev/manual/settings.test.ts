import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** The settings in the first columns of the tables of a Markdown file. */
async function settingsIn(path: string): Promise<readonly (string | undefined)[]> {
  const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
  const cells = text.split('\n').flatMap((line) => /^\| (`[A-Z_]+`[^|]*)\|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z_]+)`/g), ([, name]) => name)).toSorted()
}

it('the manual names every setting that the README names', async () => {
  const inReadme = await settingsIn('README.md')
  expect(inReadme.length).toBeGreaterThan(15)
  expect(await settingsIn('docs/manual/overview/settings.md')).toEqual(inReadme)
})

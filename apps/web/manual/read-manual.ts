import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManual } from './parse-manual.ts'
import type { Section } from './section.ts'

const folder = fileURLToPath(new URL('../../../docs/manual', import.meta.url))

/** The manual in the folders of `docs/manual`, in the order of the page. */
export const readManual = (): readonly Section[] =>
  parseManual(
    globSync('*/**/*.md', { cwd: folder }).map((path) => ({
      path: path.replaceAll(sep, '/'),
      text: readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n'),
    })),
  )

import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SlotValues } from '@envhold/contract/pages/public-pages.ts'

export interface Document {
  /** Relative to the folder of documents, with slashes: `runbooks/full-disk.md`. */
  readonly name: string
  readonly read: () => Promise<SlotValues>
}

/** The documents in a folder. Each is rendered when it is first read; a release never changes them. */
export function documentsIn(folder: string): readonly Document[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const names = files.map((file) => file.replaceAll(sep, '/')).filter((file) => file.endsWith('.md'))
  const render = async (name: string): Promise<SlotValues> => {
    const { renderDocument } = await import('./render-document.ts')
    return { text: renderDocument(await readFile(join(folder, name), 'utf8'), name, names), textNote: '' }
  }
  return names.map((name) => {
    let rendered: Promise<SlotValues> | undefined
    return { name, read: () => (rendered ??= render(name)) }
  })
}

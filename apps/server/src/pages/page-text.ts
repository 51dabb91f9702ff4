import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SlotValues } from '@envhold/contract/page-slots.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log.ts'
import { PageTextError, readOwnText, revisionOf } from './own-text.ts'
import { pageFigures } from './page-figures.ts'

/** The pages whose text an operator can replace. */
export type TextPage = 'about' | 'privacy' | 'terms'

export interface PageTextDeps {
  readonly config: Pick<Config, 'publicUrl' | 'supportEmail' | 'dataDir'>
  readonly log: Pick<Log, 'pageTextRejected'>
}

const builtInNote =
  'This is the text that comes with Envhold. The operator of this instance can replace it with one of their own.'
const ownNote = 'The operator of this instance wrote this text.'

/**
 * The text of a page: `pages/NAME.md` in the data folder, or the built-in one. The file is read again after each
 * change. One that cannot be used is logged once.
 */
export function pageText(name: TextPage, { config, log }: PageTextDeps): () => Promise<SlotValues> {
  const figures = pageFigures(config)
  const file = join(config.dataDir, 'pages', `${name}.md`)
  const rendered = async (text: string, textNote: string): Promise<SlotValues> => {
    // Loaded with the first text: most processes never show one.
    const { renderMarkdown } = await import('./render-markdown.ts')
    return { text: renderMarkdown(text, figures), textNote }
  }
  const builtIn = async () =>
    rendered(await readFile(join(import.meta.dirname, 'texts', `${name}.md`), 'utf8'), builtInNote)
  const load = async (revision: string | undefined): Promise<SlotValues> => {
    if (revision === undefined) return builtIn()
    try {
      return await rendered(await readOwnText(file), ownNote)
    } catch (error) {
      if (!(error instanceof PageTextError)) throw error
      log.pageTextRejected({ file: `pages/${name}.md`, why: error.message })
      return builtIn()
    }
  }
  let last: { readonly revision: string | undefined; readonly values: Promise<SlotValues> } | undefined
  return async () => {
    const revision = await revisionOf(file)
    if (!last || last.revision !== revision) last = { revision, values: load(revision) }
    return last.values
  }
}

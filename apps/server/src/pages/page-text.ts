import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { retention } from '@envhold/contract/archive/archive.ts'
import type { SlotValues } from '@envhold/contract/pages/public-pages.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log/log.ts'

/** The pages whose text an operator can replace. */
export type TextPage = 'about' | 'privacy' | 'terms' | 'status'

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

const maxBytes = 200 * 1_024

/** A file that exists and cannot be used; the message says why. */
class PageTextError extends Error {
  override readonly name = 'PageTextError'
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Changes with the file; undefined if there is none. */
async function revisionOf(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return [ino, size, mtimeMs].join(':')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : String(codeOf(error))
  }
}

/**
 * Reads the operator's text of a page.
 * @throws PageTextError if it cannot be used
 */
async function readOwnText(file: string): Promise<string> {
  const status = await stat(file).catch(() => undefined)
  if (!status?.isFile()) throw new PageTextError('not a file that can be read')
  if (status.size > maxBytes) throw new PageTextError('larger than 200 KB')
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) throw new PageTextError('not a file that can be read')
  const text = decode(bytes)
  if (text.trim() === '') throw new PageTextError('empty')
  return text
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PageTextError('not UTF-8')
  }
}

/** What the policies promise besides periods of retention. */
const promises = {
  requestDays: 30,
  noticeDays: 30,
  liabilityMonths: 12,
  minimumAge: 18,
  childAge: 13,
  uptime: '99.9 %',
  arbitrationBelow: '10,000 US dollars',
} as const

type Figures = Readonly<Record<string, string | number>>

/** What `{{name}}` stands for in the text of a page. The periods are those by which the sweeps delete. */
const pageFigures = ({ publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>): Figures => ({
  ...retention,
  ...promises,
  address: publicUrl,
  support: `<${supportEmail}>`,
})

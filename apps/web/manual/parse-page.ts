import type { Token } from 'markdown-it'
import { callsSlot } from '../src/features/reference/page/manual-text.ts'
import { figures } from './figures.ts'
import { markdown, plainText } from './markdown.ts'
import { readSample, type Sample } from './sample.ts'

/** A file of the manual; its path is relative to the folder of the manual, with slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}

export type Report = (line: number, message: string) => void

/** The tokens below a heading; the first chapter is that of the title. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly line: number
  readonly tokens: Token[]
}

export interface Page {
  readonly path: string
  readonly order: number
  readonly alias: string
  readonly chapters: readonly Chapter[]
  readonly samples: readonly Sample[]
  readonly links: readonly { readonly token: Token; readonly line: number }[]
  readonly hasCalls: boolean
}

const frontMatter = /^---\norder: (?<order>\d+)\n(?:alias: (?<alias>.+)\n)?---\n/

/** `overview/plans.md` has the anchor `plans`, and `overview/index.md` that of its section. */
const idOf = (path: string) =>
  path
    .replace(/(?:\/index)?\.md$/, '')
    .split('/')
    .at(-1) ?? ''

function fillFigures(token: Token, line: number, report: Report): void {
  token.content = token.content.replaceAll(/\{\{(\w+)\}\}/g, (directive, name: string) => {
    const figure = figures.get(name)
    if (figure === undefined) report(line, `Unknown directive ${directive}`)
    return figure ?? directive
  })
  if (/`|(?<!\*)\*\*(?!\*)|\]\(/.test(token.content)) report(line, `A mark is not closed: ${token.content}`)
}

function readInline({ children }: Token, start: number, links: Page['links'][number][], report: Report) {
  let line = start
  for (const token of children ?? []) {
    if (token.type === 'softbreak') line++
    if (token.type === 'text') fillFigures(token, line, report)
    if (token.type === 'link_open') links.push({ token, line })
  }
}

/** Each cell is labelled by the head of its column, for narrow screens; two columns need no labels. */
function labelCells(tokens: readonly Token[]): void {
  let heads: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    if (token.type === 'table_open') heads = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open' && next) {
      heads.push(plainText(next))
      token.attrSet('scope', 'col')
    }
    if (token.type === 'td_open' && column++ > 0 && heads.length > 2)
      token.attrSet('data-label', heads[column - 1] ?? '')
  }
}

function readFence(token: Token, line: number, report: Report): Sample | undefined {
  try {
    const sample = readSample(token.info, token.content.trimEnd())
    if (sample.kind === 'file') token.meta = { name: sample.name }
    return sample
  } catch (error) {
    report(line, error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** The title of the page, or a heading with the anchor that links lead to: `## Title {#anchor}`. */
function readHeading(tag: string, content: string, path: string, isFirst: boolean) {
  if (isFirst) return tag === 'h1' ? { id: idOf(path), title: content } : undefined
  const { groups: { title, id } = {} } = /^(?<title>[^{]+) \{#(?<id>[\w-]+)\}$/.exec(content) ?? {}
  return tag === 'h2' && title && id ? { id, title } : undefined
}

export function parsePage({ path, text }: Source, report: Report): Page {
  const { 0: front = '', groups } = frontMatter.exec(text) ?? {}
  if (!groups) report(1, 'A page begins with `---`, `order: NUMBER`, perhaps `alias: WORDS`, and `---`')
  const tokens = markdown.parse(front.replaceAll(/.+/g, '') + text.slice(front.length), {})
  const chapters: Chapter[] = []
  const samples: Sample[] = []
  const links: Page['links'][number][] = []
  labelCells(tokens)
  let line = 1
  let isNote = false
  for (const [index, token] of tokens.entries()) {
    line = token.map ? token.map[0] + 1 : line
    if (token.type === 'inline') readInline(token, line, links, report)
    if (token.type.startsWith('blockquote')) isNote = token.nesting > 0
    if (token.type === 'paragraph_open' && isNote) token.attrSet('class', 'manual-note')
    if (token.type === 'fence') samples.push(...[readFence(token, line, report) ?? []].flat())
    if (token.type === 'heading_open') {
      const heading = readHeading(token.tag, tokens[index + 1]?.content ?? '', path, chapters.length === 0)
      if (!heading) report(line, 'A page begins with `# Title`; other headings are `## Title {#anchor}`')
      chapters.push({ id: '', title: '', ...heading, line, tokens: [] })
    }
    if (chapters.length === 0) report(line, 'Text before the title')
    chapters.at(-1)?.tokens.push(token)
  }
  for (const chapter of chapters) chapter.tokens.splice(0, 3)
  return {
    path,
    order: Number(groups?.order),
    alias: groups?.alias ?? '',
    chapters,
    samples,
    links,
    hasCalls: tokens.some(({ content }) => content === callsSlot),
  }
}

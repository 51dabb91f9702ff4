import type { Token } from 'markdown-it'
import { callsSlot } from '../src/features/reference/page/manual-text.ts'
import { figures } from './figures.ts'
import { parseMarkdown } from './markdown.ts'
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

interface Link {
  readonly token: Token
  readonly line: number
}

export interface Page {
  readonly path: string
  readonly order: number
  readonly alias: string
  readonly chapters: readonly [Chapter, ...Chapter[]]
  readonly samples: readonly Sample[]
  readonly links: readonly Link[]
  readonly hasCalls: boolean
}

const frontMatter = /^---\norder: (?<order>\d+)\n(?:alias: (?<alias>.+)\n)?---\n/

/** `overview/plans.md` has the anchor `plans`, and `overview/index.md` that of its section. */
const idOf = (path: string) =>
  path
    .replace(/(?:\/index)?\.md$/, '')
    .split('/')
    .at(-1) ?? ''

/** Tokens with their lines, from 1. Those without one are on the line of the token before. */
function placed(tokens: readonly Token[]): readonly { token: Token; index: number; line: number }[] {
  let line = 1
  return tokens.map((token, index) => {
    line = token.map ? token.map[0] + 1 : line
    return { token, index, line }
  })
}

function fillFigures(token: Token, line: number, report: Report): void {
  token.content = token.content.replaceAll(/\{\{(\w+)\}\}/g, (directive, name: string) => {
    const figure = figures.get(name)
    if (figure === undefined) report(line, `Unknown directive ${directive}`)
    return figure ?? directive
  })
  if (/`|(?<!\*)\*\*(?!\*)|\]\(/.test(token.content)) report(line, `A mark is not closed: ${token.content}`)
}

/** Fills the figures of a text, and finds its links. */
function readInline({ children }: Token, start: number, report: Report): readonly Link[] {
  let line = start
  return (children ?? []).flatMap((token) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') line++
    if (token.type === 'text') fillFigures(token, line, report)
    return token.type === 'link_open' ? [{ token, line }] : []
  })
}

function readFence(token: Token, line: number, report: Report): readonly Sample[] {
  try {
    const sample = readSample(token.info, token.content.trimEnd())
    if (sample.kind === 'file') token.meta = { name: sample.name }
    return [sample]
  } catch (error) {
    report(line, error instanceof Error ? error.message : String(error))
    return []
  }
}

/** The title of the page, or a heading with the anchor that links lead to: `## Title {#anchor}`. Titles have no marks. */
function readHeading({ tag, level }: Token, content: string, path: string, isFirst: boolean) {
  const { groups: { title = '', id } = {} } =
    /^(?<title>[^`*[{]+)(?: \{#(?<id>[\w-]+)\})?$/.exec(content) ?? {}
  const isRight = level === 0 && title !== '' && (isFirst ? tag === 'h1' && !id : tag === 'h2' && id)
  return isRight ? { id: id ?? idOf(path), title } : undefined
}

function chaptersOf(tokens: readonly Token[], path: string, report: Report): Page['chapters'] {
  const chapters: Chapter[] = []
  for (const { token, index, line } of placed(tokens)) {
    if (token.type === 'heading_open') {
      const heading = readHeading(token, tokens[index + 1]?.content ?? '', path, chapters.length === 0)
      if (!heading) report(line, 'A page begins with `# Title`; other headings are `## Title {#anchor}`')
      chapters.push({ id: '', title: '', ...heading, line, tokens: [] })
    }
    if (chapters.length === 0) report(line, 'Text before the title')
    chapters.at(-1)?.tokens.push(token)
  }
  // The heading itself: its start, its text and its end.
  for (const { tokens } of chapters) tokens.splice(0, 3)
  const [first = { id: '', title: '', line: 1, tokens: [] }, ...others] = chapters
  return [first, ...others]
}

export function parsePage({ path, text }: Source, report: Report): Page {
  const { 0: front = '', groups } = frontMatter.exec(text) ?? {}
  if (!groups) report(1, 'A page begins with `---`, `order: NUMBER`, perhaps `alias: WORDS`, and `---`')
  // Empty lines in its place keep the numbers of the others.
  const tokens = parseMarkdown(front.replaceAll(/.+/g, '') + text.slice(front.length))
  const lines = placed(tokens)
  return {
    path,
    order: Number(groups?.order),
    alias: groups?.alias ?? '',
    chapters: chaptersOf(tokens, path, report),
    samples: lines.flatMap(({ token, line }) =>
      token.type === 'fence' ? readFence(token, line, report) : [],
    ),
    links: lines.flatMap(({ token, line }) =>
      token.type === 'inline' ? readInline(token, line, report) : [],
    ),
    hasCalls: tokens.some(({ content }) => content === callsSlot),
  }
}

import { posix } from 'node:path'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { type Page, parsePage, type Source } from './parse-page.ts'
import { renderSection, renderTopic } from './render-topic.ts'
import type { Section } from './section.ts'

/** Where links can lead: each anchor with its file. */
type Anchors = ReadonlyMap<string, string>

const callAnchors = everyEndpoint.map(({ name }) => `api-${name}`)

function collectAnchors(pages: readonly Page[], report: (place: string, message: string) => void): Anchors {
  const anchors = new Map<string, string>()
  for (const { path, chapters, hasCalls } of pages) {
    const own = chapters.map(({ id, line }) => ({ id, line }))
    const calls = hasCalls ? callAnchors.map((id) => ({ id, line: 1 })) : []
    for (const { id, line } of [...own, ...calls]) {
      const other = anchors.get(id)
      if (other !== undefined) report(`${path}:${line}`, `The anchor #${id} is also in ${other}`)
      anchors.set(id, path)
    }
  }
  return anchors
}

/** `#anchor`, `FILE.md` or `FILE.md#anchor` as a link within the one page that the manual becomes. */
function hrefInPage(
  href: string,
  { path }: Page,
  pages: readonly Page[],
  anchors: Anchors,
): string | undefined {
  if (/^(?:https:\/\/|\/api\/)/.test(href)) return href
  const [file, anchor] = href.split('#')
  const target = file ? posix.join(posix.dirname(path), file) : path
  const id = anchor ?? pages.find((page) => page.path === target)?.chapters[0]?.id
  return id !== undefined && anchors.get(id) === target ? `#${id}` : undefined
}

/**
 * The manual from its files: a folder is a section, a file a topic, and `index.md` the title of a section.
 *
 * @throws if a file is not as it should be: every fault with its file and line
 */
export function parseManual(sources: readonly Source[]): readonly Section[] {
  const faults: string[] = []
  const report = (place: string, message: string) => faults.push(`docs/manual/${place}: ${message}`)
  const pages = sources
    .map((source) => parsePage(source, (line, message) => report(`${source.path}:${line}`, message)))
    .toSorted((left, right) => left.order - right.order)
  const anchors = collectAnchors(pages, report)
  for (const page of pages)
    for (const { token, line } of page.links) {
      const href = String(token.attrGet('href'))
      const found = hrefInPage(href, page, pages, anchors)
      if (found === undefined) report(`${page.path}:${line}`, `The link ${href} leads nowhere`)
      token.attrSet('href', found ?? '')
    }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const isIndex = ({ path }: Page) => posix.basename(path) === 'index.md'
  const topicsOf = ({ path }: Page) =>
    pages.filter((page) => !isIndex(page) && posix.dirname(page.path) === posix.dirname(path))
  return pages.filter(isIndex).map((index) => renderSection(index, topicsOf(index).map(renderTopic)))
}

import { posix } from 'node:path'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { type Page, parsePage, type Source } from './parse-page.ts'
import { renderSection, renderTopic } from './render-topic.ts'
import type { Section } from './section.ts'

/** Where links can lead: each anchor with its file. */
type Anchors = ReadonlyMap<string, string>
type ReportAt = (path: string, line: number, message: string) => void

const { dirname, basename, join } = posix
const isIndex = ({ path }: Page) => basename(path) === 'index.md'
const callAnchors = everyEndpoint.map(({ name }) => ({ id: `api-${name}`, line: 1 }))

function collectAnchors(pages: readonly Page[], report: ReportAt): Anchors {
  const anchors = new Map<string, string>()
  for (const { path, chapters, hasCalls } of pages)
    for (const { id, line } of [...chapters, ...(hasCalls ? callAnchors : [])]) {
      const other = anchors.get(id)
      if (other !== undefined) report(path, line, `The anchor #${id} is also in ${other}`)
      anchors.set(id, path)
    }
  return anchors
}

/**
 * `#anchor`, `FILE.md` or `FILE.md#anchor` as a link within the one page that the manual becomes. The server serves
 * `/docs/FILE.md`.
 */
function hrefInPage(href: string, path: string, anchors: Anchors, ids: Anchors): string | undefined {
  if (/^(?:https:\/\/|\/api\/|\/docs\/.+\.md)/.test(href)) return href
  const [file, anchor] = href.split('#')
  const target = file ? join(dirname(path), file) : path
  const id = anchor ?? ids.get(target)
  return id !== undefined && anchors.get(id) === target ? `#${id}` : undefined
}

function resolveLinks(pages: readonly Page[], anchors: Anchors, report: ReportAt): void {
  const ids = new Map(pages.map(({ path, chapters: [{ id }] }) => [path, id]))
  for (const { path, links } of pages)
    for (const { token, line } of links) {
      const href = String(token.attrGet('href'))
      const problem = hrefInPage(href, path, anchors, ids)
      if (problem === undefined) report(path, line, `The link ${href} leads nowhere`)
      token.attrSet('href', problem ?? '')
    }
}

/** Each folder has a title, without a text, and its pages have an order. */
function checkFolders(pages: readonly Page[], report: ReportAt): void {
  const folders = new Set(pages.filter(isIndex).map(({ path }) => dirname(path)))
  const places = new Map<string, string>()
  for (const page of pages) {
    const { path, order, chapters } = page
    const place = `${isIndex(page) ? '' : dirname(path)} ${order}`
    if (!folders.has(dirname(path))) report(path, 1, `There is no ${dirname(path)}/index.md`)
    if (places.has(place)) report(path, 2, `${order} is also the order of ${places.get(place)}`)
    if (isIndex(page) && (chapters.length > 1 || chapters[0].tokens.length > 0))
      report(path, chapters[0].line, 'The index has a title only: write a topic')
    places.set(place, path)
  }
}

/**
 * The manual from its files: a folder is a section, a file a topic, and `index.md` the title of a section.
 *
 * @throws if a file is not as it should be: every fault with its file and line
 */
export function parseManual(sources: readonly Source[]): readonly Section[] {
  const faults: string[] = []
  const report: ReportAt = (path, line, message) => faults.push(`docs/manual/${path}:${line}: ${message}`)
  const pages = sources
    .map((source) => parsePage(source, (line, message) => report(source.path, line, message)))
    .toSorted((left, right) => left.order - right.order)
  checkFolders(pages, report)
  resolveLinks(pages, collectAnchors(pages, report), report)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const topics = Map.groupBy(
    pages.filter((page) => !isIndex(page)),
    ({ path }) => dirname(path),
  )
  return pages
    .filter(isIndex)
    .map((index) => renderSection(index, (topics.get(dirname(index.path)) ?? []).map(renderTopic)))
}

import { posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt('default', { html: false }).disable('image')

/** As on GitHub, whose anchors the links in the documents have. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')

const isExternal = (href: string) => /^(?:https?:|mailto:|#)/.test(href)

/** Leaves the text of a link that leads to a file of the repository alone. */
function unlinkOthers(tokens: readonly Token[], isServed: (href: string) => boolean): void {
  let isLink = true
  for (const token of tokens) {
    if (token.type === 'link_open') isLink = isServed(String(token.attrGet('href')))
    if (token.type.startsWith('link_') && !isLink) [token.tag, token.attrs] = ['span', null]
  }
}

/** A document as HTML, with anchors, and with links to the documents that are served, too. */
export function renderDocument(text: string, name: string, served: readonly string[]): string {
  const tokens = markdown.parse(text.replaceAll(/^<!--.*-->\n/gm, ''), {})
  const isServed = (href: string) =>
    isExternal(href) || served.includes(posix.join(posix.dirname(name), href.split('#')[0] ?? ''))
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
    if (token.children) unlinkOthers(token.children, isServed)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

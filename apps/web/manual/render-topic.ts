import { escapeHtml } from '@envhold/contract/pages/public-pages.ts'
import type { Token } from 'markdown-it'
import { plainText, renderTokens } from './markdown.ts'
import type { Chapter, Page } from './parse-page.ts'
import type { Section, Topic } from './section.ts'

const sizes = { 2: 'text-title font-semibold', 3: 'text-[1rem]/6 font-semibold', 4: 'font-semibold' } as const

/** A heading that can be linked to. The script of the page copies the link when the sign beside it is pressed. */
function heading(level: keyof typeof sizes, { id, title }: Chapter): string {
  const text = escapeHtml(title)
  return (
    `<div class="manual-heading"><h${level} id="${id}-title" class="${sizes[level]}">${text}</h${level}>` +
    `<a href="#${id}" data-anchor="" aria-label="Link to ${text}">#</a></div>`
  )
}

/** Rows end with a dot, so that what the search shows of them can be told apart. */
function searchedText(tokens: readonly Token[]): string {
  let isHead = false
  const texts = tokens.map((token) => {
    if (token.type.startsWith('thead')) isHead = token.nesting > 0
    if (token.type === 'tr_close') return isHead ? '' : '·'
    if (token.type === 'fence') return token.content
    return token.type === 'inline' && !isHead ? plainText(token) : ''
  })
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

const part = (chapter: Chapter) =>
  `<div id="${chapter.id}" class="manual-part">${heading(4, chapter)}${renderTokens(chapter.tokens)}</div>`

export interface RenderedTopic extends Topic {
  readonly html: string
}

/** One topic with its parts, each an element that a link leads to. */
export function renderTopic({ chapters, alias, samples }: Page): RenderedTopic {
  const [first, ...parts] = chapters
  const { id, title } = first
  return {
    id,
    title,
    alias,
    samples,
    parts: chapters.map(({ id, title, tokens }) => ({ id, title, text: searchedText(tokens) })),
    html:
      `<section id="${id}" aria-labelledby="${id}-title" data-topic="" class="manual-topic">` +
      `${heading(3, first)}${renderTokens(first.tokens)}${parts.map(part).join('')}</section>`,
  }
}

export const renderSection = ({ chapters: [first] }: Page, topics: readonly RenderedTopic[]): Section => ({
  id: first.id,
  title: first.title,
  topics: topics.map(({ html, ...topic }) => topic),
  html: heading(2, first) + topics.map(({ html }) => html).join(''),
})

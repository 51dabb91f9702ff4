import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { callsSlot, codeSample } from '../src/features/reference/page/manual-text.ts'
import { lists } from './lists.ts'

/** A `{{name}}` on a line of its own is replaced by what is made for it; other names are figures in a text. */
function expandList(state: StateBlock, line: number, _end: number, isTrial: boolean): boolean {
  const [, name = ''] = /^\{\{(\w+)\}\}$/.exec(state.getLines(line, line + 1, 0, false)) ?? []
  const make = lists.get(name)
  if (!make && name !== 'calls') return false
  if (isTrial) return true
  const from = state.tokens.length
  if (make) state.md.block.parse(make(), state.md, state.env, state.tokens)
  else state.push('html_block', '', 0).content = callsSlot
  for (const token of state.tokens.slice(from)) token.map &&= [line, line + 1]
  state.line = line + 1
  return true
}

/** Markdown without HTML, pictures and code that is only indented. Nothing is around the paragraphs of a note. */
const markdown = new MarkdownIt({ html: false }).disable(['image', 'code'])
markdown.block.ruler.before('paragraph', 'directive', expandList)

const { rules } = markdown.renderer
rules.blockquote_open = () => ''
rules.blockquote_close = () => ''
rules.fence = (tokens, index) => {
  const { content = '', meta } = tokens[index] ?? {}
  const sample = codeSample(content.trimEnd(), typeof meta?.name === 'string' ? meta.name : undefined)
  return `<figure class="manual-code">${sample}</figure>`
}

/** A quotation is a note. */
function markNotes(tokens: readonly Token[]): void {
  let isNote = false
  for (const token of tokens) {
    if (token.type.startsWith('blockquote')) isNote = token.nesting > 0
    if (token.type === 'paragraph_open' && isNote) token.attrSet('class', 'manual-note')
  }
}

/** Cells are labelled by the heads of their columns, for narrow screens; two columns need no labels. */
function labelCells(tokens: readonly Token[]): void {
  let heads: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') heads = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') {
      token.attrs = [['scope', 'col']]
      heads.push(plainText(tokens[index + 1]))
    }
    // Without the style of an alignment, which the policy of the page forbids.
    if (token.type === 'td_open') {
      const label = column > 0 && heads.length > 2 ? heads[column] : undefined
      token.attrs = label === undefined ? null : [['data-label', label]]
      column++
    }
  }
}

/** The tokens of a text as the page shows them. */
export function parseMarkdown(text: string): Token[] {
  const tokens = markdown.parse(text, {})
  markNotes(tokens)
  labelCells(tokens)
  return tokens
}

export const renderTokens = (tokens: Token[]): string =>
  markdown.renderer.render(tokens, markdown.options, {})

/** Text without marks. */
export const plainText = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('')

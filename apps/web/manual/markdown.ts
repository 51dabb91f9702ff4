import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { codeSample } from '../src/features/reference/page/code-sample.ts'
import { callsSlot } from '../src/features/reference/page/manual-text.ts'
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

/** Markdown without HTML and pictures. A quotation is a note. */
export const markdown = new MarkdownIt({ html: false }).disable('image')
markdown.block.ruler.before('paragraph', 'list_of_ours', expandList)
markdown.renderer.rules.blockquote_open = () => ''
markdown.renderer.rules.blockquote_close = () => ''
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', meta } = tokens[index] ?? {}
  const sample = codeSample(content.trimEnd(), typeof meta?.name === 'string' ? meta.name : undefined)
  return `<figure class="manual-code">${sample}</figure>`
}

export const { escapeHtml } = markdown.utils

export const renderTokens = (tokens: Token[]): string =>
  markdown.renderer.render(tokens, markdown.options, {})

/** Text without marks. */
export const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')

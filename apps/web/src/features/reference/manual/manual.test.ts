import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { describe, expect, it } from 'vitest'
import type { Block } from './block.ts'
import { inlinePieces, type Piece, plainText } from './inline.ts'
import { sections } from './sections.ts'

const topics = sections.flatMap((section) => section.topics)
const blocks = topics.flatMap((topic) => topic.blocks)
const textsOf = (block: Block): readonly string[] => {
  if (block.kind === 'text' || block.kind === 'note') return [block.text]
  if (block.kind === 'list' || block.kind === 'steps') return block.items
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()]
  return []
}
const texts = blocks.flatMap(textsOf)
/** What is bold or a link can contain code. */
const inner = (piece: Piece) =>
  piece.kind === 'bold' || piece.kind === 'link' ? inlinePieces(piece.text) : [piece]
const ids = [
  ...sections.map(({ id }) => id),
  ...topics.map(({ id }) => id),
  ...blocks.flatMap((block) => (block.kind === 'part' ? [block.id] : [])),
  'api-calls',
  ...everyEndpoint.map(({ name }) => `api-${name}`),
]

describe('the manual', () => {
  it('has its sections in the specified order, with their anchors', () => {
    expect(sections.map(({ id, title }) => `#${id} ${title}`)).toEqual([
      '#overview Overview',
      '#cli CLI Integration',
      '#api API Reference',
      '#team Team Management',
      '#security Security',
      '#integrations Integrations',
      '#troubleshooting Troubleshooting',
    ])
  })

  it('gives each anchor once', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('links only to anchors that exist, to paths of the instance and to https', () => {
    const hrefs = texts.flatMap(inlinePieces).flatMap(({ href }) => (href ? [href] : []))
    expect(hrefs.length).toBeGreaterThan(15)
    for (const href of hrefs)
      if (href.startsWith('#')) expect(ids, href).toContain(href.slice(1))
      else expect(href).toMatch(/^(https:\/\/|\/api\/)/)
  })

  it('has no mark that is not closed', () => {
    for (const { kind, text } of texts.flatMap(inlinePieces).flatMap(inner))
      if (kind === 'plain') expect(text).not.toMatch(/`|(?<!\*)\*\*(?!\*)|\]\(/)
  })

  it('reads code within bold text and links', () => {
    expect(plainText('See **a `b`** and [`pull`](#cli-pull).')).toBe('See a b and pull.')
  })

  it('says that only owners create API keys, and that reading means reading values', () => {
    const all = texts.join('\n')
    expect(all).toContain('Only the owner of a project creates')
    expect(all).toContain('can reveal, copy and download values')
    expect(all).not.toMatch(/masked (sensitive )?values/)
  })
})

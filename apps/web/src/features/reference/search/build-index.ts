import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { errorsOf } from '@envhold/contract/errors-of.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import type { Block, Topic } from '../manual/block.ts'
import { plainText } from '../manual/inline.ts'
import { partsOf } from '../manual/parts-of.ts'
import type { Section } from '../manual/section.ts'
import { sections } from '../manual/sections.ts'
import type { SearchEntry } from './search-entry.ts'

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return plainText(block.text)
    case 'list':
    case 'steps':
      return block.items.map(plainText).join(' ')
    case 'table':
      return block.rows.map((row) => row.map(plainText).join(' ')).join(' · ')
    case 'part':
      return ''
    case 'shell':
    case 'file':
      return block.code
  }
}

const joined = (blocks: readonly Block[]) =>
  blocks.map(textOf).filter(Boolean).join(' ').replaceAll(/\s+/g, ' ')

function entriesOfTopic(section: Section, topic: Topic): readonly SearchEntry[] {
  const { opening, parts } = partsOf(topic)
  return [
    {
      id: topic.id,
      title: topic.title,
      place: section.title,
      text: joined(opening),
      alias: topic.alias ?? '',
    },
    ...parts.map(({ id, title, blocks }) => ({
      id,
      title,
      place: `${section.title} › ${topic.title}`,
      text: joined(blocks),
      alias: '',
    })),
  ]
}

const entryOfCall = (call: Endpoint): SearchEntry => ({
  id: `api-${call.name}`,
  title: `${call.method} ${call.path}`,
  place: `API Reference › ${call.tag}`,
  text: plainText(call.summary),
  alias: [call.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`), call.tag, ...errorsOf(call)].join(' '),
})

/** Everything that can be found, in the order of the page. */
export const buildSearchIndex = (): readonly SearchEntry[] => [
  ...sections.flatMap((section) => [
    { id: section.id, title: section.title, place: 'Section', text: '', alias: '' },
    ...section.topics.flatMap((topic) => entriesOfTopic(section, topic)),
  ]),
  ...everyEndpoint.map(entryOfCall),
]

import { type Endpoint, errorsOf } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { makeIndex, type SearchEntry } from '../src/features/reference/search/open-index.ts'
import type { Section, Topic } from './section.ts'

const entriesOfTopic = (section: Section, topic: Topic): readonly SearchEntry[] =>
  topic.parts.map(({ id, title, text }, index) => ({
    id,
    title,
    place: index === 0 ? section.title : `${section.title} › ${topic.title}`,
    text,
    alias: index === 0 ? topic.alias : '',
    weight: 1,
  }))

const entryOfCall = (call: Endpoint): SearchEntry => ({
  id: `api-${call.name}`,
  title: `${call.method} ${call.path}`,
  place: `API Reference › ${call.tag}`,
  text: call.summary.replaceAll('`', ''),
  alias: [call.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`), call.tag, ...errorsOf(call)].join(' '),
  weight: 0.5,
})

/** The index of everything that can be found, in the order of the page, as JSON. */
export const buildSearchIndex = (sections: readonly Section[]): string =>
  makeIndex([
    ...sections.flatMap((section) => [
      { id: section.id, title: section.title, place: 'Section', text: '', alias: '', weight: 1 },
      ...section.topics.flatMap((topic) => entriesOfTopic(section, topic)),
    ]),
    ...everyEndpoint.map(entryOfCall),
  ])

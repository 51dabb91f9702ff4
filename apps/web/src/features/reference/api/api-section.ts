import type { Section } from '../manual/section.ts'
import { conventionsTopic } from './conventions-topic.ts'
import { injectTopic } from './inject-topic.ts'

/** The list of calls follows these topics. */
export const apiSection: Section = {
  id: 'api',
  title: 'API Reference',
  topics: [injectTopic, conventionsTopic],
}

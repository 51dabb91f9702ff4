import type { SectionText } from '../src/features/reference/page/manual-text.ts'
import type { Sample } from './sample.ts'

/** A topic from its start to its first heading, or from one heading to the next. */
export interface Part {
  readonly id: string
  readonly title: string
  /** For the search, without marks and without the heads of tables. */
  readonly text: string
}

/** Something that one looks up: a file of the manual. */
export interface Topic {
  readonly id: string
  readonly title: string
  /** Words that people search for and that the text does not contain. */
  readonly alias: string
  /** The first has the id and the title of the topic. */
  readonly parts: readonly Part[]
  readonly samples: readonly Sample[]
}

/** A folder of the manual. */
export interface Section extends SectionText {
  readonly topics: readonly Topic[]
}

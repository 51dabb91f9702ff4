/** What a search can find: a topic, a part of one, or a call. */
export interface SearchEntry {
  readonly id: string
  readonly title: string
  /** Where it is, such as ‘CLI Integration › Every command’. */
  readonly place: string
  readonly text: string
  /** Words that people search for and that the text does not contain. */
  readonly alias: string
}

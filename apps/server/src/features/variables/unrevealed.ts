/** Records a read. `what` begins the sentence: 'Read', 'Downloaded'. */
export type RecordRead = (what: string) => Promise<void>

/** Values that were opened for a reader. The only way to get them also records an entry in the activity log. */
export class Unrevealed<Values> {
  readonly #values: Values
  readonly #record: RecordRead

  constructor(values: Values, record: RecordRead) {
    this.#values = values
    this.#record = record
  }

  /** Returns the values once the entry is durable. */
  async reveal(what: string): Promise<Values> {
    await this.#record(what)
    return this.#values
  }
}

/** Records a read. `what` begins the sentence: 'Read', 'Downloaded'. */
export type RecordRead = (what: string) => Promise<void>

/** Values that were opened for a reader. They come out together with an entry in the activity log, and only so. */
export class Unrevealed<Values> {
  readonly #values: Values
  readonly #record: RecordRead

  constructor(values: Values, record: RecordRead) {
    this.#values = values
    this.#record = record
  }

  /** The values, once the entry is durable. */
  async reveal(what: string): Promise<Values> {
    await this.#record(what)
    return this.#values
  }
}

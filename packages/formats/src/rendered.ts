/** A variable that some common reader of a text would read differently (rule 4). */
export type RenderWarning = { key: string; problem: string }

/** A text, and what to think about before it is given to a reader that it was not written for. */
export type Rendered = {
  text: string
  warnings: RenderWarning[]
}

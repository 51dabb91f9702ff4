/** A variable that some common reader of a text would read differently (rule 4). */
export type RenderWarning = { key: string; problem: string }

/** A text, and the variables to check before a reader that it was not written for gets it. */
export type Rendered = {
  text: string
  warnings: RenderWarning[]
}

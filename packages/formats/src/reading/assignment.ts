export type Quotes = 'none' | "'" | '"' | '`'

/** One assignment as a text has it, for comparing how readers read it. Line breaks are LF. */
export type Assignment = {
  /** What stands before the value, such as `export KEY=`, with the spaces before a value that is not empty. */
  header: string
  quotes: Quotes
  /** What stands between the quotes; without quotes, what stands before a comment, with its outer spaces. */
  raw: string
  /** What follows the closing quote on its line; without quotes, the comment from its `#` on. */
  rest: string
  /** The value contains its own kind of quotes, and the outer ones were removed. */
  isLoose: boolean
}

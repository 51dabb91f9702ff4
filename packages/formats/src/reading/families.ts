import type { DotenvDialect } from '../dialect.ts'

/** Why a reader reads an assignment differently than npm dotenv. */
export type Cause =
  | 'separator'
  | 'export'
  | 'substitutes'
  | 'escapes'
  | 'line-escapes'
  | 'shell'
  | 'quotes'
  | 'backticks'
  | 'comment'
  | 'invisible'
  | 'lines'
  | 'spaces'
  | 'next-line'
  | 'comment-line'

/** What a reader reads differently, by cause. */
export type Patterns = Readonly<Partial<Record<Cause, RegExp>>>

/** How one family of readers differs from npm dotenv. */
export type Family = {
  /** The family in messages, in the plural. */
  readers: string
  /** Undefined for readers for which nothing is written. */
  dialect?: DotenvDialect
  /** Of `header`. */
  header?: Patterns
  /** Of `raw`, by the quotes around it. */
  none?: Patterns
  single?: Patterns
  double?: Patterns
  backtick?: Patterns
  /** Of a line whose value is empty, without a comment. */
  empty?: Patterns
  /** Of a whole value without quotes, with its comment. */
  bareComment?: RegExp
  /** Of what follows a closing quote. */
  rest?: Patterns
  /** Of what follows a closing double quote that is the first character of its line. */
  lastLine?: Patterns
  /** Of a line with nothing but a comment. */
  commentLine?: Patterns
  /** Of `raw` and `header`, only if the text was written for this family. */
  ownRaw?: Patterns
  ownHeader?: Patterns
}

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

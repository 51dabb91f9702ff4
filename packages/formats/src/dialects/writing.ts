/**
 * How one value is written in dotenv text. Each dialect is one function from a value to a `Writing`: the exact
 * characters after `KEY=`, or the reason why its readers cannot read that value. A dialect never changes a value.
 */
export type Writing =
  | {
      /** The text after `KEY=`, without the newline that ends the assignment. */
      text: string
      /** A quote character when `text` ends in a backslash before that quote: see `guardLine`. */
      guard?: Quote
      /** Set when some common reader of the dialect reads this text differently. */
      warning?: string
    }
  | {
      /** Why the dialect cannot hold the value, as a sentence for users; it never contains the value. */
      problem: string
    }

export type Quote = "'" | '"' | '`'

/** One dialect: how it writes `value` for the variable `key`. */
export type Write = (value: string, key: string) => Writing

/** Rule 1: text that every reader reads unchanged, including the empty text. */
export function isBare(value: string): boolean {
  return /^[A-Za-z0-9_./:@%+,=!-]*$/.test(value)
}

/** `value` between two `quote`s, unchanged, guarded if it ends in a backslash. */
export function between(quote: Quote, value: string, warning?: string): Writing {
  return {
    text: quote + value + quote,
    ...(value.endsWith('\\') ? { guard: quote } : {}),
    ...(warning === undefined ? {} : { warning }),
  }
}

/**
 * A comment after a value that ends in a backslash. npm dotenv and ruby dotenv read `\'` as an escaped quote and
 * search for a later quote that is followed only by a comment; only if there is none do they end the value at the
 * intended quote. The next quote in the text is then the one in this comment, and the word after it makes them stop
 * searching.
 */
export function guardLine(quote: Quote): string {
  return `# ${quote}the value above ends in a backslash\n`
}

/** Whether a comment is such a line. */
export function isGuardLine(comment: string): boolean {
  return quotes.some((quote) => guardLine(quote) === `${comment}\n`)
}

const quotes: readonly Quote[] = ["'", '"', '`']

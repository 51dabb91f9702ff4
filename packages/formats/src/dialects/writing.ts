/**
 * How one value is put into dotenv text. Each dialect is one function from a value to a `Writing`: the exact characters
 * after `KEY=`, or the reason why its readers cannot be made to see that value. A dialect never changes a value.
 */
export type Writing =
  | {
      /** What stands after `KEY=`, without the newline that ends the assignment. */
      text: string
      /** A quote character when `text` ends in a backslash before that quote: see `guardLine`. */
      guard?: Quote
      /** Set when some common reader of the dialect reads this text differently. */
      warning?: string
    }
  | {
      /** Why the dialect cannot carry the value, as a sentence for people; holds no value. */
      problem: string
    }

export type Quote = "'" | '"' | '`'

/** One dialect: how it writes `value` for the variable `key`. */
export type Write = (value: string, key: string) => Writing

/** Rule 1: text that every reader takes as it stands. The empty text is one of them. */
export function isBare(value: string): boolean {
  return /^[A-Za-z0-9_./:@%+,=!-]*$/.test(value)
}

/** `value` between two `quote`s as it stands, guarded when it ends in a backslash. */
export function between(quote: Quote, value: string, warning?: string): Writing {
  return {
    text: quote + value + quote,
    ...(value.endsWith('\\') ? { guard: quote } : {}),
    ...(warning === undefined ? {} : { warning }),
  }
}

/**
 * A comment to follow a value that ends in a backslash. npm dotenv and ruby dotenv take `\'` for an escaped quote and look for
 * a later quote with nothing but a comment behind it; only when there is none do they end the value where it was meant to end.
 * The next quote in the text is then the one of this comment, and a word behind it makes them give up looking.
 */
export function guardLine(quote: Quote): string {
  return `# ${quote}the value above ends in a backslash\n`
}

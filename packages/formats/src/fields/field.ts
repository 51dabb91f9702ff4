/**
 * The fields of a variable: each has a file here and a line in `every-field.ts`. What seals, sends, compares, merges,
 * copies, writes and reads variables goes over that list. Comparing and merging need nothing from a field, because every
 * field is a text: it has changed if the text is another one, and an absent field stays as it was.
 *
 * The vault and the contract may import this folder, so it imports nothing from outside.
 */
export type VariableField = {
  /** What people call it, in lower case: `note`, whose plural is `notes`. */
  readonly label: string
  readonly sealed: SealedForm
  readonly wire: WireForm
  /** Whether copying a variable to another environment copies it. */
  readonly isCopied: boolean
  /** Whether it counts towards the size of an environment. */
  readonly isCounted: boolean
  /** How `.env` texts hold it; absent for a field that they lack. JSON with notes holds the same fields. */
  readonly comment?: CommentForm
}

/** A field in a sealed environment (stored-formats.md, 'Environment version'). */
export type SealedForm = {
  /** The content version that introduced it: fields of version 1 are in each entry, later ones in its third element. */
  readonly version: 1 | 2
  /** Whether a text can be sealed, and can be what was opened. */
  readonly accepts: (text: string) => boolean
  /** The user who set the field: the name in the third element, and the property of `Variable`. */
  readonly setBy?: { readonly sealed: 'by'; readonly property: 'dueSetBy' }
}

/** A field in requests and responses. */
export type WireForm = {
  /** As JSON Schema, except for `maxLength` of a field whose `format` implies it. */
  readonly schema: { readonly type: 'string'; readonly maxLength?: number; readonly format?: string }
  /** In UTF-16 code units. */
  readonly maxLength: number
  readonly example: string
  /** The text that is stored of a text that was sent. An empty one removes the field. */
  readonly normalise: (text: string) => string
  /** Why the API rejects a normalised text: a sentence for each rule that it breaks. An empty text breaks none. */
  readonly problems: (text: string) => readonly string[]
  /** Whether the API can return this text. */
  readonly isReturned: (text: string) => boolean
}

/** A field in the comment lines directly above an assignment. A comment has no name, so only one field can be there. */
export type CommentForm = {
  /** The comment lines, each with its newline. */
  readonly write: (text: string) => string
  /** The text of a comment line, from what follows its `#`; null for a line that ends the comment. */
  readonly readLine: (comment: string) => string | null
  /** The field in these lines, an empty text for none, or why they are none. */
  readonly read: (lines: readonly string[]) => { readonly text: string } | { readonly problem: string }
  /** Why a text of another format, such as JSON, cannot be the field; undefined if it can, or is empty. */
  readonly problem: (text: string) => string | undefined
}

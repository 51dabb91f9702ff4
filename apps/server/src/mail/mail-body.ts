/** A line of text; what is inserted as `{ name }` comes from a user and is set apart. */
export type Line = readonly (string | { readonly name: string })[]

/** The content of a message. HTML and plain text are both rendered from it, so that they say the same. */
export interface MailBody {
  readonly title: string
  /** What a mailbox shows beside the subject. */
  readonly preview: string
  readonly paragraphs: readonly Line[]
  readonly facts?: readonly (readonly [label: string, value: string])[]
  readonly action?: { readonly label: string; readonly url: string }
  /** The link that protects the account if its owner did not do this. */
  readonly notMe?: string
  /** What to do about it, or what not to do. */
  readonly closing?: readonly Line[]
  /** Why it was sent to this e-mail address. */
  readonly reason: string
}

/** Builds a line: inserted values come from users. */
export const line = (texts: TemplateStringsArray, ...names: readonly string[]): Line =>
  texts
    .flatMap((text, index) => {
      const name = names[index]
      return name === undefined ? [text] : [text, { name }]
    })
    .filter((part) => part !== '')

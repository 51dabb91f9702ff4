/** A line of text; what stands in it as `{ name }` is somebody's own word and is set apart. */
export type Line = readonly (string | { readonly name: string })[]

/** What a message says. HTML and plain text are both made of it, so that they say the same. */
export interface MailBody {
  readonly title: string
  /** What a mailbox shows beside the subject. */
  readonly preview: string
  readonly paragraphs: readonly Line[]
  readonly facts?: readonly (readonly [label: string, value: string])[]
  readonly action?: { readonly label: string; readonly url: string }
  /** What to do about it, or what not to. */
  readonly closing?: readonly Line[]
  /** Why it was sent to this address. */
  readonly reason: string
}

/** Writes a line: what is filled in is somebody's own word. */
export const line = (texts: TemplateStringsArray, ...names: readonly string[]): Line =>
  texts
    .flatMap((text, index) => {
      const name = names[index]
      return name === undefined ? [text] : [text, { name }]
    })
    .filter((part) => part !== '')

/** A line of text; what is inserted as `{ name }` comes from a user and is set apart. */
export type Line = readonly (string | { readonly name: string })[]

export interface Way {
  readonly label: string
  readonly url: string
  /** What it leads to, as a sentence. */
  readonly note: string
}

/** The content of a message. HTML and plain text are both rendered from it, so that they say the same. */
export interface MailBody {
  readonly title: string
  /** What a mailbox shows beside the subject. */
  readonly preview: string
  readonly paragraphs: readonly Line[]
  readonly facts?: readonly (readonly [label: string, value: string])[]
  readonly action?: { readonly label: string; readonly url: string }
  /** What the reader can choose between, instead of one action: each is a link of the same weight. */
  readonly ways?: readonly Way[]
  /** The link that protects the account if its owner did not do this. */
  readonly notMe?: { readonly url: string; readonly effect: string }
  /** What to do about it, or what not to do. */
  readonly closing?: readonly Line[]
  /** Why it was sent to this e-mail address. */
  readonly reason: string
}

/** Builds a line: inserted texts come from users, inserted lines become a part of it. */
export const line = (texts: TemplateStringsArray, ...inserted: readonly (string | Line)[]): Line =>
  texts
    .flatMap((text, index) => {
      const part = inserted[index] ?? []
      return [text, ...(typeof part === 'string' ? [{ name: part }] : part)]
    })
    .filter((part) => part !== '')

/** One {@link line} alone. */
export const paragraph = (...text: Parameters<typeof line>): readonly Line[] => [line(...text)]

const noBreak = '\u200c'
const isolate = ['\u2068', '\u2069'] as const
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Mail programs turn anything that looks like a URL into a link. A project called `example.com` must not become a
 * link in our mails, so an invisible mark breaks such names.
 */
export const unlinked = (name: string): string => name.replace(/([.:/@])(?=[\p{L}\p{N}/])/gu, `$1${noBreak}`)

const isolated = (name: string) => (rightToLeft.test(name) ? `${isolate[0]}${name}${isolate[1]}` : name)

/** A line as plain text. */
export const textOf = (line: Line): string =>
  line.map((part) => (typeof part === 'string' ? part : isolated(unlinked(part.name)))).join('')

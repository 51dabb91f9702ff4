/**
 * The manual as data. The page, the search index and the test that runs its commands are all made from it. Text may
 * contain `code`, **bold** and [links](#anchor).
 */
export interface TextBlock {
  readonly kind: 'text' | 'note'
  readonly text: string
}
export interface ListBlock {
  readonly kind: 'list' | 'steps'
  readonly items: readonly string[]
}
export interface TableBlock {
  readonly kind: 'table'
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
/** A part of a topic with a heading and an anchor of its own. */
export interface PartBlock {
  readonly kind: 'part'
  readonly id: string
  readonly title: string
}

/** What a test expects of commands when it runs them: this text in what they print. */
interface Runnable {
  readonly prints: string
  /** They end with this code; 0 unless it is given. */
  readonly exits?: number
}
/** Commands that need something which a test does not have. Their syntax is still checked. */
interface Elsewhere {
  readonly needs: string
}
export interface ShellBlock {
  readonly kind: 'shell'
  readonly code: string
  readonly trial: Runnable | Elsewhere
}
/** A file that readers copy into their project, or one that a command wrote. */
export interface FileBlock {
  readonly kind: 'file'
  readonly name: string
  readonly code: string
  readonly isOutput?: true
}

export type Block = TextBlock | ListBlock | TableBlock | PartBlock | ShellBlock | FileBlock

/** Something that one looks up: a heading in the navigation, with its text. */
export interface Topic {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Words that people search for and that the text does not contain. */
  readonly alias?: string
}

export const topic = (id: string, title: string, ...blocks: readonly Block[]): Topic => ({
  id,
  title,
  blocks,
})

export const text = (content: string): Block => ({ kind: 'text', text: content })
export const note = (content: string): Block => ({ kind: 'note', text: content })
export const list = (...items: readonly string[]): Block => ({ kind: 'list', items })
export const steps = (...items: readonly string[]): Block => ({ kind: 'steps', items })
export const part = (id: string, title: string): Block => ({ kind: 'part', id, title })
export const table = (head: readonly string[], ...rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  head,
  rows,
})
export const file = (name: string, code: string): Block => ({ kind: 'file', name, code: code.trim() })

/** What a command wrote, as an example. */
export const output = (name: string, code: string): Block => ({
  kind: 'file',
  name,
  code: code.trim(),
  isOutput: true,
})

/** Commands that the test runs as printed. `prints` is a part of their output. */
export const shell = (code: string, prints = '', exits = 0): Block => ({
  kind: 'shell',
  code: code.trim(),
  trial: { prints, exits },
})
/** Commands that need something else, such as an account elsewhere. */
export const shellElsewhere = (needs: string, code: string): Block => ({
  kind: 'shell',
  code: code.trim(),
  trial: { needs },
})

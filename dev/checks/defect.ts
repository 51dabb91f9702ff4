/** A mistake that the tests should find: a text that occurs once in a file, and what replaces it. */
export interface Defect {
  readonly what: string
  readonly file: string
  readonly before: string
  readonly after: string
}

/** The file's content with the defect; undefined unless the text occurs there exactly once. */
export function plantDefect(content: string, { before, after }: Defect): string | undefined {
  const parts = content.split(before)
  return parts.length === 2 ? parts.join(after) : undefined
}

/** The line on which the defect begins. */
export const lineOfDefect = (content: string, { before }: Defect): number =>
  content.slice(0, content.indexOf(before)).split('\n').length

import { commentNames, type DetailName, fieldOf, type Variable } from './every-field.ts'

/** The comment lines above the assignment of `variable`, each with its newline. */
export function writeComments(variable: Variable): string {
  return commentNames
    .map((name) => {
      const text = variable[name]
      return text === undefined ? '' : (fieldOf(name).comment?.write(text) ?? '')
    })
    .join('')
}

/** What follows the `#` of a script's first line, such as `#!/bin/sh`. A note is written with a space. */
const interpreter = /^! *\//

/** The text of a comment line, from what follows its `#`; null for a line that ends the comment above an assignment. */
export function readCommentLine(comment: string): string | null {
  if (interpreter.test(comment)) return null
  for (const name of commentNames) {
    const line = fieldOf(name).comment?.readLine(comment)
    if (typeof line === 'string') return line
  }
  return null
}

/** The fields that the comment lines directly above an assignment hold, and why they are none. */
export function readComments(lines: readonly string[]): {
  readonly fields: { readonly [Name in DetailName]?: string }
  readonly problems: readonly string[]
} {
  const fields: { [Name in DetailName]?: string } = {}
  const problems: string[] = []
  for (const name of commentNames) {
    const read = fieldOf(name).comment?.read(lines)
    if (read && 'problem' in read) problems.push(read.problem)
    else if (read?.text) fields[name] = read.text
  }
  return { fields, problems }
}

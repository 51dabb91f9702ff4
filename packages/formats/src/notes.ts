/**
 * Notes as comment lines above an assignment, in every dialect of dotenv: `# text`, and `#` for an empty line.
 *
 * Reading what `writeNote` wrote returns the same note. Three kinds of lines would not, or would change the value below
 * them, so a character is added that reading removes:
 * - A line that looks like an assignment begins with a backslash: comments such as `# PORT=80` are no notes.
 * - A backslash at the end is followed by a space: make and systemd continue the comment on the next line.
 * - A quote directly after `=` has a backslash before it: phpdotenv starts a value of several lines there.
 */

const maxNoteLength = 500

/** The comment lines of `note`, each with its newline. */
export function writeNote(note: string): string {
  return note
    .split('\n')
    .map((line) => (line === '' ? '#\n' : `# ${escapeLine(line)}\n`))
    .join('')
}

function escapeLine(line: string): string {
  const escaped = line.replaceAll(/=(?=\\*")/g, '=\\').replace(/\\ *$/, '$& ')
  return isNoNote(escaped.replace(/^\\+/, '')) ? `\\${escaped}` : escaped
}

/**
 * The text of a comment line, from what follows its `#`; null for a commented-out assignment and for the comment below
 * a value that ends in a backslash, which are no notes.
 */
export function readNoteLine(comment: string): string | null {
  const text = comment.replace(/^ /, '')
  if (isNoNote(text)) return null
  const line = text.startsWith('\\') && isNoNote(text.replace(/^\\+/, '')) ? text.slice(1) : text
  return line.replace(/(\\ *) $/, '$1').replaceAll(/=\\(?=\\*")/g, '=')
}

const isNoNote = (text: string): boolean =>
  /^\s*(?:export\s+)?[\w.-]+\s*=/.test(text) || /^['"`]the value above ends in a backslash$/.test(text)

/** The note of these lines, or why they are none; an empty text without either. */
export function readNote(lines: readonly string[]): { note: string } | { problem: string } {
  const note = lines.join('\n').replaceAll('\t', ' ').trim()
  const problem = noteProblem(note)
  return problem === undefined ? { note } : { problem: `the comment above is not read as a note: ${problem}` }
}

/** Why a trimmed text is no note; undefined for a note or an empty text. */
export function noteProblem(note: string): string | undefined {
  if (note.length > 2 * maxNoteLength || [...note].length > maxNoteLength)
    return `it has more than ${maxNoteLength} characters`
  return misleading.test(note.replaceAll('\n', '')) || !note.isWellFormed()
    ? 'it contains control characters or text direction marks'
    : undefined
}

/** What the API rejects in a note. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

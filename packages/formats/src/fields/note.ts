import type { VariableField } from './field.ts'
import {
  fitsLength,
  isMisleading,
  isStorable,
  maxNoteLength,
  misleading,
  notStorable,
  tooLong,
} from './text.ts'

const isNoteLong = (note: string): boolean => !fitsLength(maxNoteLength, note)

/** A text that cannot be stored has an error already: the same character gets no second one. */
const isNoteMisleading = (note: string): boolean =>
  isStorable(note) && isMisleading(note.replaceAll('\n', ''))

const problems = (note: string): string[] => [
  ...(isNoteLong(note) ? [tooLong(maxNoteLength)] : []),
  ...(isStorable(note) ? [] : [notStorable]),
  ...(isNoteMisleading(note) ? [misleading] : []),
]

/** The same for people who wrote the note into a text. */
function problem(note: string): string | undefined {
  if (isNoteLong(note)) return `it has more than ${maxNoteLength} characters`
  return isStorable(note) && !isNoteMisleading(note)
    ? undefined
    : 'it contains control characters or text direction marks'
}

/**
 * A note as comment lines above an assignment, in every dialect of dotenv: `# text`, and `#` for an empty line.
 *
 * Reading them returns the same note. Three kinds of lines would not, or would change the value below them, so a
 * character is added that reading removes:
 * - A line that looks like an assignment begins with a backslash: comments such as `# PORT=80` are no notes.
 * - A backslash at the end is followed by a space: make and systemd continue the comment on the next line.
 * - A quote directly after `=` has a backslash before it: phpdotenv starts a value of several lines there.
 */
function write(note: string): string {
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
function readLine(comment: string): string | null {
  const text = comment.replace(/^ /, '')
  if (isNoNote(text)) return null
  const line = text.startsWith('\\') && isNoNote(text.replace(/^\\+/, '')) ? text.slice(1) : text
  return line.replace(/(\\ *) $/, '$1').replaceAll(/=\\(?=\\*")/g, '=')
}

const isNoNote = (text: string): boolean =>
  /^\s*(?:export\s+)?[\w.-]+\s*=/.test(text) || /^['"`]the value above ends in a backslash$/.test(text)

/** Tabs become spaces, as in most editors. */
function read(lines: readonly string[]): { text: string } | { problem: string } {
  const text = lines.join('\n').replaceAll('\t', ' ').trim()
  const fault = problem(text)
  return fault === undefined ? { text } : { problem: `the comment above is not read as a note: ${fault}` }
}

/** What people should know about the variable: 1 to 500 code points, of several lines, trimmed. */
export const note = {
  label: 'note',
  sealed: {
    version: 2,
    accepts: (text) => text !== '' && text.isWellFormed() && !isNoteLong(text),
  },
  wire: {
    schema: { type: 'string', maxLength: maxNoteLength },
    maxLength: maxNoteLength,
    example: 'Read replica of the shop',
    normalise: (text) => text.trim(),
    problems,
    isReturned: (text) => text.length <= 2 * maxNoteLength,
  },
  isCopied: true,
  isCounted: true,
  comment: { write, readLine, read, problem },
} as const satisfies VariableField

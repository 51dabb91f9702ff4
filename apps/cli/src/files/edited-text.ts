import { FormatError } from '@envhold/formats/format-error.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { render } from '@envhold/formats/render.ts'
import type { Variables } from '@envhold/formats/variables.ts'

/** Variables as a text to edit. */
export interface EditedText {
  readonly text: string
  /** The keys in the text. */
  readonly keys: readonly string[]
  /** Keys whose values a `.env` text cannot hold exactly: they are not in it. */
  readonly leftOut: readonly string[]
}

const headerOf = (title: string) => [
  `# ${title}. What you save is shown for review before anything is written.`,
  '# A comment directly above a variable is its note. Deleting a line deletes its variable.',
]

function unwritable(variables: Variables): readonly string[] {
  try {
    render('dotenv', variables)
    return []
  } catch (error) {
    if (error instanceof FormatError) return error.problems.flatMap(({ key }) => key ?? [])
    throw error
  }
}

export function writeEditedText(title: string, variables: Variables): EditedText {
  const leftOut = unwritable(variables)
  const written = new Map([...variables].filter(([key]) => !leftOut.includes(key)))
  const { text } = render('dotenv', written, { notes: true })
  return { text: `${headerOf(title).join('\n')}\n\n${text}`, keys: [...written.keys()], leftOut }
}

/** Without the header, which is never a note, and with the line numbers of the whole text. @throws FormatError */
export const readEditedText = (title: string, text: string): ReadDotenv =>
  readDotenv(headerOf(title).reduce((rest, line) => rest.replace(line, ''), text))

import { z } from 'zod'

/** Lists, as many columns have them. */
export const storedTexts = z.array(z.string())
export const storedNumbers = z.array(z.int())

const maxIssues = 3

/** JSON that was stored is not what it has to be. The message says where, and nothing of the text. */
class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of JSON.parse quotes the text.
    throw new StoredJsonError('Stored text is not JSON')
  }
}

/** Parses JSON that was stored. @throws StoredJsonError */
export function parseStored<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const { data, error } = schema.safeParse(parseJson(text))
  if (!error) return data as z.output<Schema>
  const issues = error.issues.slice(0, maxIssues)
  const places = issues.map(({ code, path }) => `${code} at ${path.length > 0 ? path.join('.') : 'the top'}`)
  throw new StoredJsonError(`Stored JSON is not as expected: ${places.join(', ')}`)
}

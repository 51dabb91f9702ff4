import type { DotenvDialect } from '../src/dialect.ts'
import type { Variables } from '../src/variables.ts'

/**
 * The programs that read dotenv text in practice, behind one interface, so that all of them can read each text that
 * this package writes. Nothing here ships. Where the program can run, it runs; otherwise its rules are ported.
 */
export type Reader = {
  /** Its name in the table of results. */
  name: string
  /** The dialect for this reader; undefined for a reader without one, which only counts for texts without a dialect. */
  dialect: DotenvDialect | undefined
  /** How it reads: the program itself, or our port of its rules. */
  kind: 'real' | 'port'
  /** Its version; undefined when it is not installed. Then `read` must not be called. */
  version: string | undefined
  /** What it reads from each text, in order; null where it fails. At most one process for the whole batch. */
  read: (texts: readonly string[]) => ReadText[]
}

export type ReadText = Variables | null

/** Makes a reader of one text read many. A throw is a failure to read. */
export function eachText(
  readOne: (text: string) => Readonly<Record<string, string | undefined>> | Map<string, string>,
) {
  return (texts: readonly string[]): ReadText[] =>
    texts.map((text) => {
      try {
        return toMap(readOne(text))
      } catch {
        return null
      }
    })
}

function toMap(read: Readonly<Record<string, string | undefined>> | Map<string, string>): ReadText {
  const entries = read instanceof Map ? [...read] : Object.entries(read)
  return new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, { value }]])))
}

/** Its name for a test's title, which says clearly when it is not installed. */
export function titleOf({ name, version }: Reader): string {
  return version === undefined ? `NOT INSTALLED, NOT TESTED: ${name}` : `${name} ${version}`
}

/** Whether a test runs without this reader; its title then says so. */
export function isAbsent({ version }: Reader): boolean {
  return version === undefined
}

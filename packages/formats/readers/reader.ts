import type { DotenvDialect } from '../src/dialect.ts'

/**
 * The programs that read dotenv text in the wild, brought to one shape so that each text this package writes can be put
 * before all of them. Nothing here ships. Where the program itself can be run it is run; otherwise its rules are ported.
 */
export type Reader = {
  /** Name in the table of results. */
  name: string
  /** The dialect that is written for this reader. */
  dialect: DotenvDialect
  /** How the answer is come by: the program itself, or our port of its rules. */
  kind: 'real' | 'port'
  /** Its version; undefined when it is not installed, in which case `read` must not be called. */
  version: string | undefined
  /** What it makes of each text, in order; null where it fails. One process at most for the whole batch. */
  read: (texts: readonly string[]) => ReadText[]
}

export type ReadText = ReadonlyMap<string, string> | null

/** A reader of one text at a time, made to read many. A throw is a failure to read. */
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
  if (read instanceof Map) return read
  return new Map(Object.entries(read).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

/** Its name for a test's title, saying loudly when it cannot be asked. */
export function titleOf({ name, version }: Reader): string {
  return version === undefined ? `NOT INSTALLED, NOT TESTED: ${name}` : `${name} ${version}`
}

/** Whether a test has to go without this reader, which its title then says. */
export function isAbsent({ version }: Reader): boolean {
  return version === undefined
}

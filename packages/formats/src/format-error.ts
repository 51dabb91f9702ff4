/** One thing wrong with a text or a variable. Never holds a value: problems travel to logs, terminals and answers. */
export type FormatProblem = {
  /** Line of the text, counted from 1; 0 when the problem belongs to no line (rendering, JSON). */
  line: number
  /** Name of the variable, when it is known. */
  key?: string
  /** A sentence for people, without its full stop. */
  problem: string
}

/**
 * Thrown by every reader and writer of this package: the text, or the variables, cannot be carried over exactly.
 * `problems` holds everything found, not only the first, so that a person can mend them in one go.
 */
export class FormatError extends Error {
  readonly problems: readonly FormatProblem[]

  constructor(problems: readonly FormatProblem[]) {
    super(problems.map(describe).join('; '))
    this.name = 'FormatError'
    this.problems = problems
  }
}

function describe({ line, key, problem }: FormatProblem): string {
  const where = [line > 0 ? `line ${line}` : '', key ?? ''].filter((part) => part !== '').join(', ')
  return where === '' ? problem : `${where}: ${problem}`
}

/** One problem with a text or a variable. It never contains a value: problems go to logs, terminals and responses. */
export type FormatProblem = {
  /** Line of the text, counted from 1; 0 when the problem belongs to no line (rendering, JSON). */
  line: number
  /** Name of the variable, when it is known. */
  key?: string
  /** A sentence for users, without its full stop. */
  problem: string
  /** Warnings of one kind have the same cause. */
  kind?: string
}

/**
 * Thrown by every reader and writer of this package: the text, or the variables, cannot be converted exactly.
 * `problems` lists everything found, not only the first problem, so that a user can fix them all at once.
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

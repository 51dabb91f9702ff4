/**
 * Workflow commands that make a GitHub runner hide `value` in its log: one `::add-mask::` line for each line of the
 * value that is not blank, since the runner masks line by line, each followed by a newline; '' when there is nothing to hide.
 * Escaped as the runner's commands ask: `%` → `%25`, CR → `%0D`, LF → `%0A`.
 */
export function maskLines(value: string): string {
  const lines = new Set(value.split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''))
  return [...lines].map((line) => `::add-mask::${line.replaceAll('%', '%25')}\n`).join('')
}

/** `maskLines` for every value of `variables`, each line once. */
export function maskVariables(variables: ReadonlyMap<string, string>): string {
  return maskLines([...variables.values()].join('\n'))
}

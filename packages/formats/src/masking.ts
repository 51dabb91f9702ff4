/**
 * Workflow commands that make a GitHub runner hide `value` in its log: one `::add-mask::` command and a newline for each line
 * of the value, since the runner masks line by line; '' when there is nothing to hide. `%`, the one character left that the
 * runner's commands escape, is written `%25`.
 */
export function maskLines(value: string): string {
  return [...new Set(hiddenLines(value))].map(command).join('')
}

/** `maskLines` for every value of `variables`, in their order, each line once. */
export function maskVariables(variables: ReadonlyMap<string, string>): string {
  return [...new Set([...variables.values()].flatMap(hiddenLines))].map(command).join('')
}

/** Blank lines hide nothing; a line of brackets inside a longer value would hide every bracket of the log. */
function hiddenLines(value: string): string[] {
  const lines = value.split(/\r\n|\r|\n/)
  return lines.filter((line) =>
    lines.length === 1 ? line.trim() !== '' : /[\p{L}\p{N}]|[^\s{}()[\],:;"']/u.test(line),
  )
}

function command(line: string): string {
  return `::add-mask::${line.replaceAll('%', '%25')}\n`
}

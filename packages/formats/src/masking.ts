import type { Variables } from './variables.ts'

/**
 * The shortest line that is masked, in characters. A mask for `true` or `3000` would fill a log with asterisks and
 * show where the value occurs.
 */
export const minMaskedLength = 6

/**
 * Workflow commands that make a GitHub runner hide `value` in its log: one `::add-mask::` command and a newline for
 * each line of the value, because the runner masks line by line; '' when there is nothing to hide. `%`, the only
 * remaining character that the runner's commands escape, is written `%25`.
 */
export function maskLines(value: string): string {
  return [...new Set(hiddenLines(value))].map(command).join('')
}

/** `maskLines` for every value of `variables`, in their order, each line once. */
export function maskVariables(variables: Variables): string {
  return [...new Set([...variables.values()].flatMap(({ value }) => hiddenLines(value)))]
    .map(command)
    .join('')
}

/** The names of the values that no mask covers, because they are too short. */
export function findUnmasked(variables: Variables): string[] {
  return [...variables]
    .filter(([, { value }]) => value.trim() !== '' && hiddenLines(value).length === 0)
    .map(([key]) => key)
}

/**
 * Lines shorter than `minMaskedLength` stay visible; masking a line of brackets inside a longer value would hide
 * every bracket of the log.
 */
function hiddenLines(value: string): string[] {
  const lines = value.split(/\r\n|\r|\n/)
  const saysSomething = (line: string) =>
    lines.length === 1 ? line.trim() !== '' : /[\p{L}\p{N}]|[^\s{}()[\],:;"']/u.test(line)
  return lines.filter((line) => line.length >= minMaskedLength && saysSomething(line))
}

function command(line: string): string {
  return `::add-mask::${line.replaceAll('%', '%25')}\n`
}

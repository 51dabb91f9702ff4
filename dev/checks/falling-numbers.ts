// Rules that are not kept everywhere yet: each has a number of warnings that may only fall.

export interface Warning<Rule extends string> {
  readonly rule: Rule
  readonly text: string
}

export const countOf = <Rule extends string>(warnings: readonly Warning<Rule>[], rule: Rule): number =>
  warnings.filter((warning) => warning.rule === rule).length

/**
 * Errors where a rule has more warnings than allowed, or fewer: then the allowed number is out of date.
 * @param file where the allowed numbers are
 */
export function judgeNumbers<Rule extends string>(
  warnings: readonly Warning<string>[],
  allowed: Readonly<Record<Rule, number>>,
  file: string,
): string[] {
  return (Object.entries(allowed) as [Rule, number][]).flatMap(([rule, max]) => {
    const count = countOf(warnings, rule)
    if (count === max) return []
    return count > max
      ? `${count} warnings about ${rule}: ${max} are allowed`
      : `${count} warnings about ${rule}: lower the allowed ${max} in ${file}`
  })
}

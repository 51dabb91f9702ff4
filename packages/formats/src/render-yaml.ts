/** A YAML mapping with every name and value in double quotes, so that no reader makes `no` a boolean or `1e3` a number. */
export function renderYaml(variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0) return '{}\n'
  return [...variables].map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`).join('')
}

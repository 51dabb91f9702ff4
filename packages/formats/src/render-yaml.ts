/**
 * A YAML mapping, the same to YAML 1.1 and 1.2. Every name and value stands in double quotes, so that no reader makes a
 * boolean of `no` or a number of `1e3`; what is not plainly printable, or a line break to YAML 1.1, is escaped.
 */
export function renderYaml(variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0) return '{}\n'
  return [...variables].map(([key, value]) => `${quote(key)}: ${quote(value)}\n`).join('')
}

/** YAML's double-quoted scalar: JSON's string with more characters escaped (YAML 1.2.2 §5.1, §5.7). */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufdd0-\ufdef\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

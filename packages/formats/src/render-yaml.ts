import type { Variables } from './variables.ts'

/**
 * A YAML mapping with the same meaning in YAML 1.1 and 1.2. Every name and value is in double quotes, so that no
 * reader turns `no` into a boolean or `1e3` into a number; characters that are not printable, or are line breaks in
 * YAML 1.1, are escaped.
 */
export function renderYaml(variables: Variables): string {
  if (variables.size === 0) return '{}\n'
  return [...variables].map(([key, { value }]) => `${quote(key)}: ${quote(value)}\n`).join('')
}

/** YAML's double-quoted scalar: JSON's string with more characters escaped (YAML 1.2.2 §5.1, §5.7). */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufdd0-\ufdef\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

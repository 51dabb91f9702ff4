/** A text without the lines that stand in another one: those are only numbered. */
export type PackedText = readonly (string | number)[]

/**
 * What is left of an environment’s text while the vault is locked: what somebody typed, and where the lines of the
 * stored text stood in it. The values that were not typed are not among it.
 */
export function packText(text: string, stored: string): PackedText {
  const numbers = new Map(stored.split('\n').map((line, number) => [line, number]))
  return text.split('\n').map((line) => numbers.get(line) ?? line)
}

export function unpackText(packed: PackedText, stored: string): string {
  const lines = stored.split('\n')
  return packed.map((line) => (typeof line === 'number' ? (lines[line] ?? '') : line)).join('\n')
}

import type { Variables } from '@envhold/formats/variables.ts'

/** The shown text of an environment, and the version it is based on. */
export interface OpenedText {
  readonly version: number
  readonly base: Variables
  /** The text before editing. */
  readonly stored: string
  readonly text: string
  readonly leftOut: readonly string[]
}

/** A text whose lines from the stored text are replaced by their numbers. */
export type PackedText = readonly (string | number)[]

/**
 * What is kept of an environment’s text while the vault is locked: the typed lines, and the positions of the stored
 * ones. It contains no stored values.
 */
export function packText(text: string, stored: string): PackedText {
  const numbers = new Map(stored.split('\n').map((line, number) => [line, number]))
  return text.split('\n').map((line) => numbers.get(line) ?? line)
}

export function unpackText(packed: PackedText, stored: string): string {
  const lines = stored.split('\n')
  return packed.map((line) => (typeof line === 'number' ? (lines[line] ?? '') : line)).join('\n')
}

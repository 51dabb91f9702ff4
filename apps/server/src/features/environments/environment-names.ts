import { hash } from 'node:crypto'
import type { Variables } from '@envhold/formats/variables.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { TamperedRowError } from '../../app-error.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** The names of an environment's variables as they are stored. */
export interface StoredNames {
  /** A JSON array in ascending order, by UTF-16 code units: the order of a sealed version. */
  readonly text: string
  /** SHA-256 of the text: the environment's row holds it, under the row's MAC. */
  readonly hash: Uint8Array
}

export const hashNames = (text: string): Uint8Array => hash('sha256', text, 'buffer')

export function encodeNames(variables: Variables): StoredNames {
  const text = JSON.stringify([...variables.keys()].sort())
  return { text, hash: hashNames(text) }
}

/**
 * @param row a row with a valid MAC
 * @param text the stored names, read in the same statement as the row
 * @returns the names, or undefined for an environment that was last written before names were stored
 * @throws TamperedRowError when the text is missing or does not match the row's hash
 */
export function decodeNames(
  { id, version, names_hash }: Pick<EnvironmentRow, 'id' | 'version' | 'names_hash'>,
  text: string | null,
): string[] | undefined {
  if (version === 0) return []
  if (names_hash === null) return undefined
  if (text === null || !sameBytes(hashNames(text), names_hash))
    throw new TamperedRowError('environment_names', String(id))
  return parseStored(storedTexts, text)
}

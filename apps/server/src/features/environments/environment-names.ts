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

type NamedRow = Pick<EnvironmentRow, 'id' | 'version' | 'names_hash'>

/**
 * @param row a row with a valid MAC
 * @param text the stored names, read in the same statement as the row
 * @returns whether they are stored: those of an environment that was last written before names were stored are not
 * @throws TamperedRowError when the text is missing or does not match the row's hash
 */
export function checkNames({ id, version, names_hash }: NamedRow, text: string | null): boolean {
  if (version === 0) return true
  if (names_hash === null) return false
  if (text === null || !sameBytes(hashNames(text), names_hash))
    throw new TamperedRowError('environment_names', String(id))
  return true
}

/** The names that {@link checkNames} checks; undefined if they are not stored. @throws TamperedRowError */
export function decodeNames(row: NamedRow, text: string | null): string[] | undefined {
  if (!checkNames(row, text)) return undefined
  return row.version === 0 || text === null ? [] : parseStored(storedTexts, text)
}

import type { ReadableFormat } from '@envhold/formats/dialect.ts'
import type { Difference } from '@envhold/formats/difference.ts'
import { difference } from '@envhold/formats/difference.ts'
import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import { type Reading, readVariables } from '@envhold/formats/read-variables.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import type { Settings } from '../config/settings.ts'
import type { SyncRecord } from '../config/sync-record.ts'
import { readSyncRecord } from '../config/sync-record.ts'
import { readText } from './read-text.ts'

/** A file of variables on this machine, and what it contained when it was last in sync with the server. */
export interface LocalCopy {
  readonly text: string | null
  /** Null when there is no file, or it cannot be read as `format`. */
  readonly variables: Variables | null
  /** What other readers of the file understand differently. */
  readonly warnings: readonly FormatProblem[]
  readonly record: SyncRecord | null
}

export async function readLocalCopy(
  settings: Settings,
  path: string,
  format: ReadableFormat | null,
  reading: Reading = {},
): Promise<LocalCopy> {
  const text = await readText(path)
  const record = await readSyncRecord(settings, path)
  return { text, record, ...(text === null || format === null ? unread : readOrNull(format, text, reading)) }
}

const unread = { variables: null, warnings: [] }

const readOrNull = (format: ReadableFormat, text: string, reading: Reading) => {
  try {
    return readVariables(format, text, reading)
  } catch (error) {
    if (error instanceof FormatError) return unread
    throw error
  }
}

/** What the user would lose if `text`, containing `variables`, replaced the file. */
export type Loss =
  | { readonly kind: 'nothing' }
  /** The file has the same variables, perhaps with comments: leave it. */
  | { readonly kind: 'same' }
  /** It is in sync with the server, but has comments that the server does not store. */
  | { readonly kind: 'comments' }
  | { readonly kind: 'changes'; readonly difference: Difference | null }

const hasComments = (text: string): boolean => /^[^\S\r\n\u2028\u2029]*#/m.test(text)

export function lossOf(local: LocalCopy, variables: Variables, text: string): Loss {
  if (local.text === null || local.text.trim() === '') return { kind: 'nothing' }
  if (local.text === text) return { kind: 'same' }
  const between = local.variables && difference(variables, local.variables)
  if (between && between.added.length + between.changed.length + between.removed.length === 0)
    return { kind: 'same' }
  if (local.record?.matches(local.text)) return { kind: hasComments(local.text) ? 'comments' : 'nothing' }
  return { kind: 'changes', difference: between }
}

import type { ReadableFormat } from '@envhold/formats/dialect.ts'
import type { Difference } from '@envhold/formats/difference.ts'
import { difference } from '@envhold/formats/difference.ts'
import { writeComments } from '@envhold/formats/fields/comments.ts'
import { commentNames } from '@envhold/formats/fields/every-field.ts'
import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import { type ReadOptions, readVariables } from '@envhold/formats/read-variables.ts'
import {
  isSameInDetail,
  replaceVariables,
  type Variable,
  type Variables,
} from '@envhold/formats/variables.ts'
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
  /** Comments that cannot be notes. */
  readonly noteWarnings: readonly FormatProblem[]
  readonly record: SyncRecord | null
}

export async function readLocalCopy(
  settings: Settings,
  path: string,
  format: ReadableFormat | null,
  reading: ReadOptions = {},
): Promise<LocalCopy> {
  const text = await readText(path)
  const record = await readSyncRecord(settings, path)
  return { text, record, ...(text === null || format === null ? unread : readOrNull(format, text, reading)) }
}

const unread = { variables: null, warnings: [], noteWarnings: [] }

const readOrNull = (format: ReadableFormat, text: string, reading: ReadOptions) => {
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

const commentLine = /^[^\S\r\n\u2028\u2029]*#/gm

const countCommentLines = (variables: Iterable<Variable>): number =>
  [...variables].reduce((lines, variable) => lines + writeComments(variable).split('\n').length - 1, 0)

/** How many comment lines of a text are no notes of its variables. */
export function countOwnComments(text: string, variables: Variables): number {
  return Math.max(0, (text.match(commentLine)?.length ?? 0) - countCommentLines(variables.values()))
}

/** Whether there are comments that are no notes of variables with a note on the server. */
function hasOwnComments(local: LocalCopy, variables: Variables): boolean {
  const comments = local.text?.match(commentLine)?.length ?? 0
  const stored = [...(local.variables ?? [])].filter(([key]) =>
    commentNames.some((name) => variables.get(key)?.[name] !== undefined),
  )
  return comments > countCommentLines(stored.map(([, variable]) => variable))
}

const isEmpty = ({ added, changed, removed }: Difference) =>
  added.length + changed.length + removed.length === 0

export function lossOf(local: LocalCopy, variables: Variables, text: string): Loss {
  if (local.text === null || local.text.trim() === '') return { kind: 'nothing' }
  if (local.text === text) return { kind: 'same' }
  // A note that the file does not have is no change of the file.
  const between =
    local.variables && difference(variables, replaceVariables(variables, local.variables), isSameInDetail)
  const hasValues = local.variables !== null && isEmpty(difference(variables, local.variables))
  const hasNotes = [...variables].every(([key, variable]) =>
    commentNames.every(
      (name) => variable[name] === undefined || local.variables?.get(key)?.[name] === variable[name],
    ),
  )
  const own = hasOwnComments(local, variables)
  if (hasValues && (hasNotes || own)) return { kind: 'same' }
  if (between && isEmpty(between)) return { kind: 'nothing' }
  if (local.record?.matches(local.text)) return { kind: own ? 'comments' : 'nothing' }
  return { kind: 'changes', difference: between }
}

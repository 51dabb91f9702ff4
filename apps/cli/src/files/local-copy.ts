import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import { type Dialect, type Format, type ReadableFormat, readableFormats } from '@envhold/formats/dialect.ts'
import { type Difference, difference } from '@envhold/formats/difference.ts'
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
import { readSyncRecord, type SyncRecord, writeSyncRecord } from '../config/sync-record.ts'
import { nameList } from '../output/changes.ts'
import type { Output } from '../output/output.ts'
import type { ReadContents } from '../remote/read-or-fall-back.ts'
import { readText } from './read-text.ts'
import { writePrivateFile } from './write-private-file.ts'

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
type Loss =
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
function countOwnComments(text: string, variables: Variables): number {
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

/** Says in one line what of a pushed `.env` text a pull does not bring back; nothing if it has only variables. */
export function reportNotStored(output: Output, text: string, variables: Variables): void {
  const comments = countOwnComments(text, variables)
  const hasBlankLines = /\n[^\S\n]*\n/.test(text.trim())
  if (comments === 0 && !hasBlankLines) return
  const parts = [
    ...(comments === 0
      ? []
      : [comments === 1 ? '1 comment of no variable' : `${comments} comments of no variable`]),
    ...(hasBlankLines ? ['blank lines'] : []),
    'the order of the lines',
  ]
  output.info(`Not stored, so a pull writes without it: ${parts.join(', ')}.`)
}

const refusal = (path: string, loss: Loss): UserError | null => {
  const name = basename(path)
  if (loss.kind === 'comments')
    return new UserError(
      `${name} has comments that the server does not store.`,
      'To replace the file and lose them: envhold pull --force',
      'LOCAL_CHANGES',
    )
  if (loss.kind !== 'changes') return null
  const { added = [], changed = [], removed = [] } = loss.difference ?? {}
  const names = [...added, ...changed, ...removed].sort()
  const which = names.length === 0 ? '' : `: ${nameList(names)}`
  return new UserError(
    `${name} has local changes${which}. It was not overwritten.`,
    'To compare: envhold diff. To keep yours: envhold push. To replace it: envhold pull --force',
    'LOCAL_CHANGES',
  )
}

/** Overwrites a local file, unless that loses what the user wrote. @throws UserError if it would */
export async function replaceLocalFile(
  settings: Settings,
  path: string,
  content: {
    readonly text: string
    readonly format: Format
    readonly dialect: Dialect | undefined
    readonly contents: Pick<ReadContents, 'variables' | 'version' | 'request'>
    readonly force: boolean
    /** False if `contents` has chosen variables only. */
    readonly whole?: boolean
  },
): Promise<'written' | 'same'> {
  const { text, contents, force } = content
  const stats = await stat(path).catch(() => null)
  // A pipe or a terminal has no content to lose, and cannot be replaced.
  if (stats && !stats.isFile() && !stats.isDirectory()) {
    await writeFile(path, text)
    return 'written'
  }
  const format = readableFormats.find((readable) => readable === content.format) ?? null
  const local = await readLocalCopy(settings, path, format, {
    dialect: content.dialect,
    known: contents.variables,
  })
  const loss = lossOf(local, contents.variables, text)
  if (!force) {
    const refused = refusal(path, loss)
    if (refused) throw refused
  }
  const same = loss.kind === 'same' && (!force || local.text === text)
  if (!same) await writePrivateFile(path, text)
  await writeSyncRecord(settings, path, {
    source: contents.request,
    version: contents.version,
    whole: content.whole ?? true,
    text: same && local.text !== null ? local.text : text,
  })
  return same ? 'same' : 'written'
}

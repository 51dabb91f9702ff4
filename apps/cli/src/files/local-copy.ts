import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { type Dialect, type Format, type ReadableFormat, readableFormats } from '@envhold/formats/dialect.ts'
import { type Difference, difference } from '@envhold/formats/difference.ts'
import { commentNames } from '@envhold/formats/fields/every-field.ts'
import { FormatError, type FormatProblem } from '@envhold/formats/format-error.ts'
import type { ReadDotenv } from '@envhold/formats/parse-dotenv.ts'
import { type ReadOptions, readVariables } from '@envhold/formats/read-variables.ts'
import { isSameInDetail, replaceVariables, type Variables } from '@envhold/formats/variables.ts'
import type { Settings } from '../config/settings.ts'
import { readSyncRecords, type SyncRecord, writeSyncRecord } from '../config/sync-record.ts'
import { nameList } from '../output/changes.ts'
import type { FileCommands } from '../output/next-command.ts'
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
  /** Comment lines that are no notes. */
  readonly otherComments: number
  /** Newest first. */
  readonly records: readonly SyncRecord[]
}

export async function readLocalCopy(
  settings: Settings,
  path: string,
  format: ReadableFormat | null,
  reading: ReadOptions = {},
): Promise<LocalCopy> {
  const text = await readText(path)
  const records = await readSyncRecords(settings, path)
  return { text, records, ...(text === null || format === null ? unread : readOrNull(format, text, reading)) }
}

const unread = { variables: null, warnings: [], noteWarnings: [], otherComments: 0 }

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
  /** The file has the same variables, perhaps with comments, for the same reader: leave it. */
  | { readonly kind: 'same' }
  /** It is in sync with the server, but has comments that the server does not store. */
  | { readonly kind: 'comments' }
  | { readonly kind: 'changes'; readonly difference: Difference | null }

/** Whether there are comments that are no notes of variables with a note on the server. */
const hasOwnComments = ({ otherComments, variables: inFile }: LocalCopy, variables: Variables): boolean =>
  otherComments > 0 ||
  [...(inFile ?? [])].some(([key, variable]) =>
    commentNames.some((name) => variable[name] !== undefined && variables.get(key)?.[name] === undefined),
  )

const isNewer = ({ text, records }: LocalCopy, than: Pick<ReadContents, 'version' | 'source'>) =>
  text !== null &&
  text.trim() !== '' &&
  records.some(({ source, version }) => source === than.source && version > than.version)

const isEmpty = ({ added, changed, removed }: Difference) =>
  added.length + changed.length + removed.length === 0

function lossOf(local: LocalCopy, variables: Variables, text: string, dialect?: Dialect): Loss {
  const { records } = local
  if (local.text === null || local.text.trim() === '') return { kind: 'nothing' }
  if (local.text === text) return { kind: 'same' }
  if (records.some((record) => record.isPulled(local.text ?? ''))) return { kind: 'nothing' }
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
  const isMisread = dialect !== undefined && local.warnings.length > 0
  if (hasValues && (hasNotes || own) && !isMisread) return { kind: 'same' }
  const isKnown =
    (between !== null && isEmpty(between)) || records.some((record) => record.matches(local.text ?? ''))
  if (isKnown) return { kind: own ? 'comments' : 'nothing' }
  return { kind: 'changes', difference: between }
}

/** Says in one line what of a pushed `.env` text a pull does not bring back; nothing if it has only variables. */
export function reportNotStored(
  output: Output,
  text: string,
  { otherComments }: Pick<ReadDotenv, 'otherComments'>,
): void {
  const hasBlankLines = /\n[^\S\n]*\n/.test(text.trim())
  if (otherComments === 0 && !hasBlankLines) return
  const comments = formatCount(otherComments, 'comment')
  const parts = [
    ...(otherComments === 0 ? [] : [`${comments} of no variable`]),
    ...(hasBlankLines ? ['blank lines'] : []),
    'the order of the lines',
  ]
  output.info(`Not stored, so a pull writes without it: ${parts.join(', ')}.`)
}

const refusal = (
  path: string,
  loss: Loss,
  { commands, isReadable }: { readonly commands: FileCommands; readonly isReadable: boolean },
): UserError | null => {
  const name = basename(path)
  if (loss.kind === 'comments')
    return new UserError(
      `${name} has comments that the server does not store.`,
      `To replace the file and lose them: ${commands.replace}`,
      'LOCAL_CHANGES',
    )
  if (loss.kind !== 'changes') return null
  const { added = [], changed = [], removed = [] } = loss.difference ?? {}
  const names = [...added, ...changed, ...removed].sort()
  const which = names.length === 0 ? '' : `: ${nameList(names)}`
  // Neither diff nor push reads the other formats.
  const others = isReadable ? `To compare: ${commands.compare}. To keep yours: ${commands.push}. ` : ''
  return new UserError(
    `${name} has local changes${which}. It was not overwritten.`,
    `${others}To replace it: ${commands.replace}`,
    'LOCAL_CHANGES',
  )
}

/**
 * Overwrites a local file, unless that loses what the user wrote, or an offline copy is older than what the file was in
 * sync with.
 * @throws UserError if it would lose something
 */
export async function replaceLocalFile(
  settings: Settings,
  path: string,
  content: {
    readonly text: string
    readonly format: Format
    readonly dialect: Dialect | undefined
    readonly contents: Pick<ReadContents, 'variables' | 'version' | 'source'> &
      Partial<Pick<ReadContents, 'offline'>>
    readonly force: boolean
    readonly commands: FileCommands
    /** False if `contents` has chosen variables only. */
    readonly whole?: boolean
  },
): Promise<'written' | 'same' | 'newer'> {
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
  if (contents.offline && !force && isNewer(local, contents)) return 'newer'
  const loss = lossOf(local, contents.variables, text, content.dialect)
  if (!force) {
    const refused = refusal(path, loss, { commands: content.commands, isReadable: format !== null })
    if (refused) throw refused
  }
  const same = loss.kind === 'same' && (!force || local.text === text)
  if (!same) await writePrivateFile(path, text)
  await writeSyncRecord(settings, path, {
    source: contents.source,
    version: contents.version,
    whole: content.whole ?? true,
    pulled: !same || local.text === text,
    text: same && local.text !== null ? local.text : text,
  })
  return same ? 'same' : 'written'
}

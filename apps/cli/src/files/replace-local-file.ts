import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import type { Dialect, Format } from '@envhold/formats/dialect.ts'
import { readableFormats } from '@envhold/formats/dialect.ts'
import type { Settings } from '../config/settings.ts'
import { writeSyncRecord } from '../config/sync-record.ts'
import type { ReadContents } from '../remote/read-or-fall-back.ts'
import type { Loss } from './local-copy.ts'
import { lossOf, readLocalCopy } from './local-copy.ts'
import { writePrivateFile } from './write-private-file.ts'

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
  const which = names.length === 0 ? '' : `: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`
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
  given: {
    readonly text: string
    readonly format: Format
    readonly dialect: Dialect | undefined
    readonly contents: Pick<ReadContents, 'variables' | 'version' | 'request'>
    readonly force: boolean
    /** False if `contents` has chosen variables only. */
    readonly whole?: boolean
  },
): Promise<'written' | 'same'> {
  const { text, contents, force } = given
  const found = await stat(path).catch(() => null)
  // A pipe or a terminal has no content to lose, and cannot be replaced.
  if (found && !found.isFile() && !found.isDirectory()) {
    await writeFile(path, text)
    return 'written'
  }
  const format = readableFormats.find((readable) => readable === given.format) ?? null
  const local = await readLocalCopy(settings, path, format, {
    dialect: given.dialect,
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
    whole: given.whole ?? true,
    text: same && local.text !== null ? local.text : text,
  })
  return same ? 'same' : 'written'
}

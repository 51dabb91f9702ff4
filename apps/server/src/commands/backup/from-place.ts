import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BackupError } from '../../backups/backup-folder.ts'
import { type OffsiteFile, sharedStart, timeOf } from '../../backups/offsite/offsite.ts'
import { makeReceivedFolder, removeAbandonedFolders } from '../../backups/received-folder.ts'
import { runOffsite } from '../../backups/run-order.ts'
import { type BackupPlace, parsePlace, placeText } from '../../config/backup-place.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { clockToleranceMs } from '../../db/count-windows.ts'
import { settingsOf } from '../../features/operator/backups/send-offsite.ts'
import type { PrintLine } from '../command.ts'
import { withCleanUp } from '../with-clean-up.ts'

export const identityOption = {
  identity: {
    type: 'string',
    value: 'FILE',
    help: 'The identity file of age that decrypts a backup from another place',
  },
} as const

const places =
  's3://bucket/prefix, a remote of rclone with a path (sftp:envhold), an absolute path of a folder, or -'
const following = () => ({ signal: new AbortController().signal })

/** @throws BackupError */
export function requirePlace(text: string): BackupPlace {
  const place = parsePlace(text)
  if (!place) throw new BackupError(`${text} is not a place for backups. Give ${places}.`)
  return place
}

/** What is there, the newest first. @throws BackupError */
async function listPlace(config: Config, place: BackupPlace): Promise<readonly OffsiteFile[]> {
  const settings = settingsOf(place, config.backups)
  if (!settings) throw new BackupError('Standard input cannot be listed.')
  const answer = await runOffsite({ kind: 'list', settings }, following())
  const files = 'listed' in answer ? answer.listed : []
  return files.toSorted((left, right) => (timeOf(right.name) ?? 0) - (timeOf(left.name) ?? 0))
}

export async function listFrom(text: string, info: PrintLine): Promise<number> {
  const files = await listPlace(readConfig(environment()), requirePlace(text))
  for (const { name, size } of files) info(`${name}  ${size} bytes`)
  if (files.length === 0) info('There is no backup.')
  return 0
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** A place with the name of a backup in it, or its newest one; undefined for what is on this machine. */
function splitPlace(text: string): { readonly place: BackupPlace; readonly name: string } | undefined {
  if (/[/\\]/.test(text) && isFolder(text)) return { place: requirePlace(resolve(text)), name: '' }
  const at = Math.max(text.lastIndexOf('/'), text.lastIndexOf(':'))
  const isNamed = text.endsWith('.age')
  if (!isNamed && !/^(-$|s3:|[\w.-]{2,}:)/.test(text)) return undefined
  const name = isNamed ? text.slice(at + 1) : ''
  const start = isNamed ? text.slice(0, text[at] === ':' ? at + 1 : at) : text
  const isPath = isNamed && !/^(s3:|[\w.-]{2,}:)/.test(text)
  return { place: requirePlace(isPath ? resolve(start || '.') : start), name }
}

/** The newest backup there, but for those that a clock which was ahead has dated in the future. */
async function newestName(config: Config, place: BackupPlace, info: PrintLine): Promise<string> {
  const files = await listPlace(config, place)
  if (new Set(files.map(({ name }) => sharedStart(name))).size > 1)
    throw new BackupError(`${placeText(place)} has backups of several instances. Add the name of one to it.`)
  const latest = Date.now() + clockToleranceMs
  const newest = files.find(({ name }) => (timeOf(name) ?? 0) <= latest)
  const ahead = files.filter(({ name }) => (timeOf(name) ?? 0) > latest).map(({ name }) => name)
  if (ahead.length > 0)
    info(
      `Passed over, because a clock was wrong and they are dated in the future: ${ahead.join(', ')}. To use one, add its name to the place.`,
    )
  if (!newest)
    throw new BackupError(`There is no ${ahead.length > 0 ? 'other ' : ''}backup in ${placeText(place)}.`)
  return newest.name
}

/**
 * Lets something work on a backup on this machine. One from another place is decrypted into a scratch folder of the data
 * folder, which is deleted afterwards.
 * @throws BackupError
 */
export async function withBackup<T>(
  text: string,
  identity: string | undefined,
  info: PrintLine,
  work: (backup: string) => Promise<T>,
): Promise<T> {
  const from = splitPlace(text)
  if (!from) return await work(text)
  if (identity === undefined)
    throw new BackupError(
      'A backup from another place is encrypted: name the identity file of age with --identity.',
    )
  const identities = await readFile(identity, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${identity} cannot be read (${error.code ?? 'unknown'}).`)
  })
  const config = readConfig(environment())
  const settings = settingsOf(from.place, config.backups)
  const name = from.name || (settings ? await newestName(config, from.place, info) : '')
  await removeAbandonedFolders(config.dataDir)
  const { folder, remove } = await makeReceivedFolder(config.dataDir)
  const stopping = new AbortController()
  return await withCleanUp(
    async () => {
      const order = { kind: 'receive', settings, name, identity: identities, folder } as const
      const answer = await runOffsite(order, { signal: stopping.signal })
      if (!('received' in answer)) throw new BackupError('The backup could not be received.')
      return await work(answer.received.path)
    },
    async () => {
      stopping.abort()
      await remove()
    },
  )
}

import { setTimeout as wait } from 'node:timers/promises'
import { BackupError } from '../../backups/backup-folder.ts'
import { requireSpace } from '../../backups/make-backup.ts'
import { type BackupPlace, parseRecipients, placeText } from '../../config/backup-place.ts'
import { makeDataDir } from '../../config/data-dir.ts'
import { type BackupRetention, parseRetention } from '../../config/retention-setting.ts'
import type { Context } from '../../context.ts'
import type { BackupRunner } from '../../features/operator/backups/backup-runner.ts'
import {
  findBackup,
  findNewestDone,
  findOpenBackups,
  type ListedBackup,
} from '../../features/operator/backups/backup-store.ts'
import { readOffsite } from '../../features/operator/backups/offsite-store.ts'
import { requestBackup, wireBackup } from '../../features/operator/backups/request-backup.ts'
import { sendBackup } from '../../features/operator/backups/send-offsite.ts'
import { actor, type PrintLine } from '../command.ts'
import { requirePlace } from './from-place.ts'

const pollIntervalMs = 500
const notCleanedUp = 'Older backups there could not all be deleted; the next one that is sent tries again.'

export const sendOptions = {
  to: { type: 'string', value: 'PLACE', help: 'Send the backup there too' },
  recipient: {
    type: 'string',
    value: 'AGE',
    help: 'Encrypt it to this recipient instead of BACKUP_RECIPIENT',
  },
  keep: {
    type: 'string',
    value: 'RULE',
    help: 'Then delete old ones in --to beyond these, such as 7 or 7d,4w,12m',
  },
} as const

type Options = Readonly<Record<keyof typeof sendOptions, string | undefined>>

interface Target {
  readonly to: BackupPlace
  readonly recipients: readonly string[]
  readonly retention: BackupRetention | undefined
}

/** @returns undefined without `--to` @throws BackupError */
function targetOf({ config }: Context, { to, recipient, keep: rule }: Options): Target | undefined {
  if (to === undefined) {
    if (recipient !== undefined || rule !== undefined)
      throw new BackupError(
        '--recipient and --keep belong to --to. For BACKUP_TO, set BACKUP_RECIPIENT and BACKUPS_RETAINED.',
      )
    return undefined
  }
  const recipients = recipient === undefined ? config.backups.recipients : (parseRecipients(recipient) ?? [])
  if (recipients.length === 0)
    throw new BackupError(
      'Set --recipient or BACKUP_RECIPIENT to a recipient of age (age1…), which age-keygen prints.',
    )
  const retention = rule === undefined ? undefined : parseRetention(rule)
  if (rule !== undefined && !retention)
    throw new BackupError('--keep is a number, or days, weeks and months: 7d,4w,12m.')
  return { to: requirePlace(to), recipients, retention }
}

/** Makes a backup, and sends it. @returns the exit code @throws BackupError */
export async function createAndSend(
  ctx: Context,
  runner: BackupRunner,
  options: Options,
  info: PrintLine,
): Promise<number> {
  const target = targetOf(ctx, options)
  // Standard output is the backup's alone.
  const print = target?.to.kind === 'pipe' ? () => {} : info
  makeDataDir(ctx.config.dataDir)
  const { obstacle, size } = await runner.measure()
  if (obstacle) throw new BackupError(obstacle)
  await requireSpace(ctx, size)
  // One of a process that was killed would forbid another.
  if ((await findOpenBackups(ctx.db)).length > 0) await runner.runDue()
  const row = await whenEnded(ctx, runner, await requestBackup(ctx, actor, 'command'))
  print(row ? lineOf(row) : 'The backup was deleted.')
  if (row?.state !== 'done') return 1
  if (target) return await sendTo(ctx, row.file, target, print)
  return ctx.config.backups.to ? await whenSent(ctx, runner, row, print) : 0
}

async function sendTo(ctx: Context, file: string, target: Target, print: PrintLine): Promise<number> {
  const { name, size, removed, mayRemove, failure } = await sendBackup(
    ctx,
    { file, ...target },
    new AbortController().signal,
  )
  print(`Sent to ${placeText(target.to)}: ${name}, ${size} bytes`)
  if (removed > 0) print(`Deleted ${removed} that newer ones replace.`)
  if (!mayRemove) print('Deleted none there: the access key may not.')
  if (failure !== undefined) print(`${notCleanedUp} ${failure}`)
  return 0
}

/** Where BACKUP_TO says, as the server does it. */
async function whenSent(
  ctx: Context,
  runner: BackupRunner,
  { id, file }: ListedBackup,
  print: PrintLine,
): Promise<number> {
  for (;;) {
    const { sent, failed, cleanUpFailure } = await readOffsite(ctx.db)
    if (failed?.file === file) {
      print(`Not sent: ${failed.error}`)
      return 1
    }
    if (sent?.file === file) {
      print(`Sent to ${sent.to}.`)
      if (cleanUpFailure !== null) print(`${notCleanedUp} ${cleanUpFailure}`)
      return 0
    }
    if ((await findNewestDone(ctx))?.id !== id) {
      print('Not sent: a newer backup is sent instead.')
      return 1
    }
    await wait(pollIntervalMs)
    await runner.runDue()
  }
}

export function lineOf(row: ListedBackup): string {
  const { file, node, state, error, contents, verification } = wireBackup(row)
  if (error !== null) return `${file}  failed: ${error}`
  const size = contents === null ? '' : `  ${contents.size} bytes  SHA-256 ${contents.sha256}`
  return `${file}  ${state} on ${node}${size}  ${verification?.result ?? 'not verified'}`
}

/** This process does it, unless a server with the lease is faster. */
export async function whenEnded(
  ctx: Context,
  runner: BackupRunner,
  id: number,
): Promise<ListedBackup | undefined> {
  for (;;) {
    await runner.runDue()
    const row = await findBackup(ctx.db, id)
    if (!row || (row.wanted === null && (row.state === 'done' || row.state === 'failed'))) return row
    await wait(pollIntervalMs)
  }
}

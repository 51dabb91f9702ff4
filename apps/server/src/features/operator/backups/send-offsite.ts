import {
  BackupError,
  backupFolder,
  explainError,
  isHere,
  pathOf,
  requireRecordText,
} from '../../../backups/backup-folder.ts'
import { type OffsiteSettings, offsiteName } from '../../../backups/offsite/offsite.ts'
import { runOffsite } from '../../../backups/run-order.ts'
import { type BackupPlace, placeText } from '../../../config/backup-place.ts'
import type { BackupSettings } from '../../../config/backup-settings.ts'
import type { BackupRetention } from '../../../config/retention-setting.ts'
import type { Context, DbContext } from '../../../context.ts'
import { readInstanceId } from '../../../db/marks/stored-heads.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { type BackupRow, findNewestDone } from './backup-store.ts'
import { readOffsite, storeOffsite } from './offsite-store.ts'

/** After a failure. */
const retryMs = 15 * 60_000
const unknownFailure = 'It could not be sent. The log of the server says why.'

/** The newest backup, if this node has it, and it is not yet where backups go. An older one is never sent. */
export async function findUnsent(ctx: DbContext<'clock' | 'config'>): Promise<BackupRow | undefined> {
  const { db, clock, config } = ctx
  const { to } = config.backups
  if (!to) return undefined
  const newest = await findNewestDone(ctx)
  if (!newest || !isHere(backupFolder(config), newest.file)) return undefined
  const { sent, failed } = await readOffsite(db)
  if (sent?.file === newest.file && sent.to === placeText(to)) return undefined
  const waited = failed?.file === newest.file ? Math.abs(clock() - failed.at) : retryMs
  return waited < retryMs ? undefined : newest
}

/** Sends a backup to where backups go. What becomes of it is stored, and a failure is tried again later. */
export async function sendNewest(ctx: Context, row: BackupRow, signal: AbortSignal): Promise<void> {
  const { to, retained } = ctx.config.backups
  if (!to) return
  const offsite = await readOffsite(ctx.db)
  try {
    // While the time is uncertain, nothing is deleted.
    const retention = (await findClockUncertainty(ctx)) ? undefined : retained
    const { failure } = await sendBackup(
      ctx,
      { file: row.file, to, recipients: ctx.config.backups.recipients, retention },
      signal,
    )
    const at = ctx.clock()
    const sent = { file: row.file, to: placeText(to), at, startedAt: row.started_at }
    const cleanUpFailedSince = failure === undefined ? null : (offsite.cleanUpFailedSince ?? at)
    await storeOffsite(ctx, { sent, failed: null, cleanUpFailure: failure ?? null, cleanUpFailedSince })
  } catch (error) {
    if (signal.aborted) return
    const explained = explainError(error)
    if (!explained) ctx.log.taskFailed({ task: 'backup-offsite', error })
    const at = ctx.clock()
    const failed = { file: row.file, error: explained?.message ?? unknownFailure, at }
    await storeOffsite(ctx, { ...offsite, failed: { ...failed, since: offsite.failed?.since ?? at } })
  }
}

export interface Sending {
  readonly file: string
  readonly to: BackupPlace
  readonly recipients: readonly string[]
  /** What is deleted there; undefined: nothing. */
  readonly retention: BackupRetention | undefined
}

/** @returns its name there, and what became of older ones @throws BackupError if it is not there whole */
export async function sendBackup(ctx: DbContext<'config'>, sending: Sending, signal: AbortSignal) {
  const { file, to, recipients, retention } = sending
  const path = pathOf(backupFolder(ctx.config), file)
  const name = offsiteName(await readInstanceId(ctx.db), file)
  const answer = await runOffsite(
    {
      kind: 'send',
      settings: settingsOf(to, ctx.config.backups),
      ...{ path, name, recipients, retention },
      record: await requireRecordText(path),
    },
    { signal },
  )
  if (!('sent' in answer)) throw new BackupError(unknownFailure)
  return { name, ...answer.sent }
}

/** @returns undefined for standard input and output */
export function settingsOf(
  place: BackupPlace,
  { s3 }: Pick<BackupSettings, 's3'>,
): OffsiteSettings | undefined {
  if (place.kind === 'pipe') return undefined
  const { endpoint, region, keyId, key } = s3
  const hasKey = keyId !== undefined && key !== undefined
  return { place, s3: hasKey ? { endpoint, region, keyId: keyId.reveal(), key: key.reveal() } : undefined }
}

import type { Backup } from '@envhold/contract/operator/backups.ts'
import { conflict, notFound } from '../../../app-error.ts'
import type { BackupRecord } from '../../../backups/backup-folder.ts'
import { fileNameAt, recordOfRow } from '../../../backups/backup-folder.ts'
import { engineNames } from '../../../backups/postgres-dump.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { headText } from '../../audit-log/report-heads.ts'
import { type Actor, transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import {
  type BackupRow,
  findBackup,
  insertBackup,
  type ListedBackup,
  type StoredVerification,
  verificationOf,
  want,
} from './backup-store.ts'

/** Of the whole instance. */
const backupRule = { kind: 'backup', limit: 10, windowMs: 3_600_000 }

const words: Record<BackupRow['origin'], string> = {
  operator: 'Started a backup of the database',
  schedule: 'A scheduled backup of the database was started',
  command: 'A backup of the database was started on the server',
}

/**
 * Lets a node make a backup.
 * @returns its id
 * @throws AppError CONFLICT while another one is made, RATE_LIMITED
 */
export async function requestBackup(
  ctx: Context,
  actor: Actor,
  origin: BackupRow['origin'],
): Promise<number> {
  // The schedule has a limit of its own.
  if (origin !== 'schedule') await requireRateLimit(ctx, backupRule, 'instance')
  const file = fileNameAt(ctx.clock(), ctx.engine)
  return await transact(ctx, actor, async (tx) => {
    const id = await insertBackup(tx, { file, origin, started_by: actor.userId })
    if (id === undefined) throw conflict('A backup is being made already. Wait until it is done.')
    tx.record({ type: 'backup_started', description: `${words[origin]}: ${file}` })
    return id
  })
}

/** Of the whole instance. */
const verificationRule = { kind: 'backup-verification', limit: 30, windowMs: 3_600_000 }

/** Lets the node that has a backup verify it. @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED */
export async function requestVerification(ctx: Context, actor: Actor, id: number): Promise<void> {
  const { file } = await requireBackup(ctx.db, id)
  await requireRateLimit(ctx, verificationRule, 'instance')
  await transact(ctx, actor, async (tx) => {
    if (!(await want(tx, id, 'verify')))
      throw conflict('Only a finished backup can be verified, and only once at a time.')
    const description = `Started to verify the backup ${file}`
    tx.record({ type: 'backup_verification_started', description })
  })
}

/** @throws AppError NOT_FOUND */
export async function requireBackup(db: Db, id: number): Promise<ListedBackup> {
  const backup = await findBackup(db, id)
  if (!backup) throw notFound('Backup not found')
  return backup
}

export const wireBackup = (row: ListedBackup): Backup => ({
  id: row.id,
  file: row.file,
  node: row.node,
  state: row.state,
  percent: Number(row.percent),
  origin: row.origin,
  started_by: row.username,
  started_at: wireTime(row.started_at),
  finished_at: wireTimeOrNull(row.finished_at),
  error: row.error,
  wanted: row.wanted,
  contents: row.record === null ? null : contentsOf(recordOfRow(row.record)),
  verification: wireVerification(verificationOf(row)),
})

function contentsOf({
  size,
  sha256,
  engine,
  engineVersion,
  version,
  state,
}: BackupRecord): Backup['contents'] {
  const { instanceId, activity, root } = state
  return {
    size,
    sha256,
    engine: `${engineNames[engine]} ${engineVersion}`,
    version,
    instance_id: instanceId,
    activity: activity.sequence,
    root:
      root.sequence === 0
        ? null
        : headText({ chain: 'root', sequence: root.sequence, link: Buffer.from(root.mac, 'hex') }),
  }
}

const wireVerification = (verification: StoredVerification | undefined): Backup['verification'] =>
  verification
    ? { ...verification, at: wireTime(verification.at), problems: [...verification.problems] }
    : null

import type { Backup } from '@envhold/contract/operator/backups.ts'
import { type BackupRecord, recordOfRow } from '../../../backups/backup-folder.ts'
import { engineNames } from '../../../backups/postgres-dump.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import { headText } from '../../audit-log/head-text.ts'
import { type ListedBackup, type StoredVerification, verificationOf } from './backup-store.ts'

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

const wireVerification = (found: StoredVerification | undefined): Backup['verification'] =>
  found ? { ...found, at: wireTime(found.at), problems: [...found.problems] } : null

import type { InstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { wireTimeOrNull } from '../../../http/wire-time.ts'
import { type BackupRow, verificationOf } from '../backups/backup-store.ts'

/** What is known of all backups that have ended. */
export interface KnownBackups {
  readonly newestAt: number | null
  readonly verifiedAt: number | null
  /** When the newest one failed; null if it did not. */
  readonly failedAt: number | null
  /** Those whose last verification found something wrong. */
  readonly invalid: readonly { readonly file: string; readonly at: number }[]
}

/** @param ended the newest first */
export function describeBackups(ended: readonly BackupRow[]): KnownBackups {
  const [newest] = ended
  const verified = ended.flatMap((row) => {
    const verification = verificationOf(row)
    return verification ? [{ file: row.file, ...verification }] : []
  })
  const valid = verified.filter(({ result }) => result === 'valid').map(({ at }) => at)
  return {
    newestAt: ended.find(({ state }) => state === 'done')?.finished_at ?? null,
    verifiedAt: valid.length > 0 ? Math.max(...valid) : null,
    failedAt: newest?.state === 'failed' ? newest.finished_at : null,
    invalid: verified.filter(({ result }) => result === 'invalid'),
  }
}

export const backupView = ({ newestAt, verifiedAt }: KnownBackups): InstanceHealth['backups'] => ({
  newest_at: wireTimeOrNull(newestAt),
  verified_at: wireTimeOrNull(verifiedAt),
})

import { formatCount } from '@envhold/contract/format-count.ts'
import { backupFolder, explainError, pathOf } from '../../../backups/backup-folder.ts'
import type { Verdict } from '../../../backups/run-order.ts'
import type { ProgramPath } from '../../../backups/run-program.ts'
import { verifyBackupFile } from '../../../backups/verify-backup-file.ts'
import type { Context } from '../../../context.ts'
import type { Engine } from '../../../db/connect.ts'
import { readInstanceId } from '../../../db/marks/stored-heads.ts'
import type { BackupRow, StoredVerification } from './backup-store.ts'

interface Following {
  readonly programs: ProgramPath
  readonly signal: AbortSignal
  readonly onPercent: (percent: number) => void
}

export const verifiedWords: Record<Engine, string> = {
  sqlite: 'The checksum is right, and everything that can be verified is valid.',
  postgres:
    'The checksum is right, and pg_restore reads its list of contents. Only a restore shows what is in it: run envhold-server verify after one.',
}

export const problemWords = ({ count }: Pick<Verdict, 'count'>): string =>
  `This backup cannot be relied on: ${formatCount(count, 'problem')}.`

export const unverifiedWords = (cause: string): string =>
  `It could not be verified here, and may be sound. ${cause}`

const maxLength = 500

/** @returns how it ended; undefined if the server stops */
export async function verifyStored(
  ctx: Context,
  { file, record }: Pick<BackupRow, 'file' | 'record'>,
  following: Following,
): Promise<StoredVerification | undefined> {
  const end = (result: StoredVerification['result'], summary: string, problems: readonly string[] = []) => ({
    at: ctx.clock(),
    result,
    summary: summary.slice(0, maxLength),
    problems: problems.map((problem) => problem.slice(0, maxLength)),
  })
  try {
    const verdict = await verifyBackupFile(
      ctx,
      {
        path: pathOf(backupFolder(ctx.config), file),
        record: record ?? '',
        instanceId: await readInstanceId(ctx.db),
      },
      following,
    )
    return verdict.count === 0
      ? end('valid', verifiedWords[ctx.engine])
      : end('invalid', problemWords(verdict), verdict.problems)
  } catch (error) {
    if (following.signal.aborted) return undefined
    const words = explainError(error)?.message
    if (words === undefined) ctx.log.taskFailed({ task: 'backup-verification', error })
    return end('unknown', unverifiedWords(words ?? 'The log of the server says why.'))
  }
}

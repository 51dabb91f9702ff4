import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { maxBackupProblems } from '@envhold/contract/operator/backups.ts'
import type { Context } from '../context.ts'
import {
  BackupError,
  type BackupRecord,
  DamagedBackupError,
  readRecord,
  recordProblem,
} from './backup-folder.ts'
import { requireReadableDump } from './postgres-dump.ts'
import { hashApart, type Verdict, verifyApart } from './run-order.ts'
import type { ProgramPath } from './run-program.ts'

export interface BackupToVerify {
  readonly path: string
  /** As it is stored in the row, or beside the file. */
  readonly record: string
  /** Of the database that it must be a backup of; undefined if there is none to compare with. */
  readonly instanceId: string | undefined
}

interface Following {
  readonly programs: ProgramPath
  readonly signal: AbortSignal
  readonly onPercent: (percent: number) => void
}

const only = (problem: string): Verdict => ({ problems: [problem], count: 1 })

/**
 * Verifies a backup, as far as its engine allows.
 * @throws BackupError if this server cannot say whether it is sound, or an error that only the log explains
 */
export async function verifyBackupFile(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  { path, record: text, instanceId }: BackupToVerify,
  { programs, ...following }: Following,
): Promise<Verdict> {
  const record = readRecord(secrets, text)
  if (!record) {
    const problem = recordProblem(secrets, text)
    if (problem instanceof DamagedBackupError) return only(problem.message)
    throw problem
  }
  if (instanceId !== undefined && record.state.instanceId !== instanceId)
    throw new BackupError(
      'It is a backup of another instance. Verify it with DATA_DIR, DATABASE_URL and SERVER_SECRET of that instance.',
    )
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!stats) return missingOn(record.node)
  const sizes: string[] = []
  if (stats.size !== record.size)
    sizes.push(
      `It has ${stats.size} bytes instead of ${record.size}: it was ${stats.size < record.size ? 'cut off' : 'changed'}.`,
    )
  const { problems, count } =
    record.engine === 'sqlite'
      ? await verifyApart(
          {
            path,
            sha256: record.sha256,
            state: record.state,
            serverSecret: config.serverSecret?.reveal(),
            dataDir: config.dataDir,
            version: record.version,
          },
          following,
        )
      : await verifyDump(path, record, { programs, ...following })
  return { problems: [...sizes, ...problems].slice(0, maxBackupProblems), count: sizes.length + count }
}

function missingOn(node: string): Verdict {
  if (node === hostname()) return only(`Its file is missing on ${node}.`)
  throw new BackupError(
    `Its file is not on this machine, ${hostname()}: it was made on ${node}. Verify it there, or wherever the file and its record (.json) are now, by its path.`,
  )
}

async function verifyDump(
  path: string,
  { sha256, engineVersion }: Pick<BackupRecord, 'sha256' | 'engineVersion'>,
  { programs, ...following }: Following,
): Promise<Verdict> {
  const hashed = await hashApart(path, following)
  if (hashed.sha256 !== sha256) return only('Its content is not what was backed up: the checksum differs.')
  await requireReadableDump(programs, { path, engineVersion, signal: following.signal })
  return { problems: [], count: 0 }
}

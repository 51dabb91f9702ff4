import { stat } from 'node:fs/promises'
import { maxBackupProblems } from '@envhold/contract/operator/backups.ts'
import type { Context } from '../context.ts'
import { readRecord, recordProblem } from './backup-folder.ts'
import { findDumpProblem } from './postgres-dump.ts'
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

/** Verifies a backup, as far as its engine allows. @throws an error that only the log explains */
export async function verifyBackupFile(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  { path, record: text, instanceId }: BackupToVerify,
  { programs, ...following }: Following,
): Promise<Verdict> {
  const record = readRecord(secrets, text)
  if (!record) return only(recordProblem(secrets, text))
  if (instanceId !== undefined && record.state.instanceId !== instanceId)
    return only('It is a backup of another instance.')
  const stats = await stat(path).catch(() => undefined)
  if (!stats) return only(`Its file is missing on ${record.node}.`)
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
          },
          following,
        )
      : await verifyDump(path, record.sha256, { programs, ...following })
  return { problems: [...sizes, ...problems].slice(0, maxBackupProblems), count: sizes.length + count }
}

async function verifyDump(
  path: string,
  sha256: string,
  { programs, ...following }: Following,
): Promise<Verdict> {
  const problems: string[] = []
  const hashed = await hashApart(path, following)
  if (hashed.sha256 !== sha256) problems.push('Its content is not what was backed up: the checksum differs.')
  const damage = await findDumpProblem(programs, path, following.signal)
  if (damage) problems.push(damage)
  return { problems, count: problems.length }
}

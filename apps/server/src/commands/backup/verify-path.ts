import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireRecordText } from '../../backups/backup-folder.ts'
import { verifyBackupFile } from '../../backups/verify-backup-file.ts'
import { readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { loadServerSecrets } from '../../config/server-secret.ts'
import { readInstanceId } from '../../db/marks/stored-heads.ts'
import { problemWords, verifiedWords } from '../../features/operator/backups/verify-stored.ts'
import { openForVerifying } from '../../verify/open-for-verifying.ts'
import type { PrintLine } from '../command.ts'

/** Verifies a backup that may be on another machine than its server. @returns the exit code */
export async function verifyPath(name: string, info: PrintLine): Promise<number> {
  const config = readConfig(environment())
  const secrets = loadServerSecrets(config)
  const path = resolve(name)
  const record = await requireRecordText(path)
  const hasDatabase = config.databaseUrl !== undefined || existsSync(join(config.dataDir, 'envhold.db'))
  const instanceId = hasDatabase ? await openForVerifying(({ db }) => readInstanceId(db)) : undefined
  const verdict = await verifyBackupFile(
    { config, secrets },
    { path, record, instanceId },
    { programs: { path: environment().PATH }, signal: new AbortController().signal, onPercent: () => {} },
  )
  for (const problem of verdict.problems) info(problem)
  info(
    verdict.count === 0
      ? verifiedWords[path.endsWith('.dump') ? 'postgres' : 'sqlite']
      : problemWords(verdict),
  )
  return verdict.count === 0 ? 0 : 1
}

import { BackupError, DamagedBackupError } from '../../backups/backup-folder.ts'
import type { Context } from '../../context.ts'
import type { BackupRunner } from '../../features/operator/backups/backup-runner.ts'
import { findBackupOfFile } from '../../features/operator/backups/backup-store.ts'
import { requestVerification, wireBackup } from '../../features/operator/backups/request-backup.ts'
import { unverifiedWords } from '../../features/operator/backups/verify-stored.ts'
import { actor, command, type PrintLine } from '../command.ts'
import { explainFailure } from '../explain-failure.ts'
import { whenEnded } from './create-backup.ts'
import { identityOption, withBackup } from './from-place.ts'
import { verifyPath } from './verify-path.ts'
import { withRunner } from './with-runner.ts'

export const verify = command({
  name: 'backup verify',
  summary: 'Verify a backup in the list by its name, or any backup by its path',
  operands: 'NAME|PATH|PLACE',
  options: identityOption,
  details:
    'From a place, the newest backup or the named one is decrypted into a scratch folder. The .json file is beside the file of a path. The path needs the server secret, but no database.',
  examples: [
    ['envhold-server backup verify envhold-20261122T140000Z.db', 'A backup in the list'],
    ['envhold-server backup verify ./envhold-20261122T140000Z.db', 'A file, also on another machine'],
    ['envhold-server backup verify s3://backups/envhold --identity key.txt', 'The newest one in a bucket'],
  ],
  run: ({ operands: [from = ''], options: { identity }, info }) =>
    unlessUnable(info, () =>
      withBackup(from, identity, info, async (backup) =>
        /[/\\]/.test(backup)
          ? await verifyPath(backup, info)
          : await withRunner((ctx, runner) => verifyListed(ctx, runner, backup, info)),
      ),
    ),
})

async function verifyListed(
  ctx: Context,
  runner: BackupRunner,
  file: string,
  info: PrintLine,
): Promise<number> {
  const known = await findBackupOfFile(ctx.db, file)
  if (!known)
    throw new BackupError(`There is no backup ${file} in the list. For a file, give a path with a slash.`)
  await requestVerification(ctx, actor, known.id)
  const row = await whenEnded(ctx, runner, known.id)
  const verification = row && wireBackup(row).verification
  for (const problem of verification?.problems ?? []) info(problem)
  info(verification?.summary ?? 'The verification did not come to an end.')
  return exitCodes[verification?.result ?? 'unknown']
}

const exitCodes = { valid: 0, invalid: 1, unknown: 3 } as const

/** What keeps a backup from being verified, such as a setting or a place, leaves open whether it is sound. */
async function unlessUnable(info: PrintLine, verification: () => Promise<number>): Promise<number> {
  try {
    return await verification()
  } catch (error) {
    const { lines } = explainFailure(error)
    const isDamage = error instanceof DamagedBackupError
    info(isDamage ? error.message : unverifiedWords(lines.join('\n')))
    return exitCodes[isDamage ? 'invalid' : 'unknown']
  }
}

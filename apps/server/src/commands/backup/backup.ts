import { resolve } from 'node:path'
import type { Context } from '../../context.ts'
import { listBackupRows } from '../../features/operator/backups/backup-store.ts'
import { command, type Group, type PrintLine } from '../command.ts'
import { openBesideServer, openForChanging } from '../open-for-changing.ts'
import { createAndSend, lineOf, sendOptions } from './create-backup.ts'
import { listFrom } from './from-place.ts'
import { listReplaced, openRestored, restore } from './restore.ts'
import { reviewOptions, reviewRevocations } from './review-revocations.ts'
import { verify } from './verify-backup.ts'
import { withRunner } from './with-runner.ts'

const maxListed = 1_000
const create = command({
  name: 'backup create',
  summary: 'Back up the database into DATA_DIR/backups, beside a running server',
  options: sendOptions,
  details:
    'A backup also goes to --to, or to BACKUP_TO, encrypted to a recipient of age: only its identity, which is not on this machine, decrypts it. A place is s3://bucket/prefix, a remote of rclone with a path (sftp:envhold), an absolute path of a folder, or - for standard output.',
  examples: [
    ['envhold-server backup create', 'On this machine, and to BACKUP_TO if it is set'],
    [
      'envhold-server backup create --to s3://backups/envhold --keep 7d,4w,12m',
      'To a bucket, and delete old ones there',
    ],
    ['envhold-server backup create --to - > envhold.age', 'To standard output'],
  ],
  run: ({ options, info }) => withRunner((ctx, runner) => createAndSend(ctx, runner, options, info)),
})

const list = command({
  name: 'backup list',
  summary: 'List the backups, the newest first',
  options: { from: { type: 'string', value: 'PLACE', help: 'List those in another place' } },
  run: ({ options: { from }, info }) =>
    from === undefined ? openBesideServer((ctx) => listAll(ctx, info)) : listFrom(from, info),
})

const revocations = command({
  name: 'backup revocations',
  summary: 'List what was revoked after the backup that was restored, and works again',
  options: {
    'accept-restored': {
      type: 'boolean',
      help: 'The database was restored by hand, and the server was not started since',
    },
    replaced: {
      type: 'string',
      value: 'FILE',
      help: 'The SQLite database that was replaced; with PostgreSQL, set REPLACED_DATABASE_URL',
    },
    ...reviewOptions,
  },
  examples: [['envhold-server backup revocations --reapply', 'Revoke all of it again']],
  async run({ options: { log, reapply, replaced, ...options }, info }) {
    const review = async (ctx: Context) => {
      const databases =
        replaced === undefined ? await listReplaced(ctx.config) : [{ file: resolve(replaced) }]
      return await reviewRevocations(ctx, { log, replaced: databases }, reapply, info)
    }
    if (options['accept-restored']) return await openRestored('Restored by hand.', review)
    // A running server would not notice what is revoked.
    return await (reapply ? openForChanging : openBesideServer)(review)
  },
})

export const backup: Group = {
  name: 'backup',
  summary: 'Make and verify backups, and list what a restore brought back',
  commands: [create, list, verify, restore, revocations],
  details:
    'The server secret is not in a backup. Store it in another place: without it a backup opens nothing. Exit codes: 0 done, 1 not done or damaged, 2 invalid arguments, 3 it could not be verified here.',
}

async function listAll({ db }: Context, info: PrintLine): Promise<number> {
  const rows = await listBackupRows(db, { limit: maxListed, offset: 0 })
  for (const row of rows) info(lineOf(row))
  if (rows.length === 0) info('There is no backup.')
  return 0
}

import type { Backup, BackupList } from '@envhold/contract/operator/backups.ts'

interface Step {
  readonly text: string
  readonly commands?: string
}

/** A word of a shell: paths may have spaces. */
const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

const example = { sqlite: 'envhold-20261122T140000Z.db', postgres: 'envhold-20261122T140000Z.dump' } as const

/** Whether a backup is complete, and not known to be damaged. */
const isUsable = ({ contents, verification }: Backup) =>
  contents !== null && verification?.result !== 'invalid'

/** Of docs/runbooks/back-up-and-restore.md, with the paths of a server. */
export function restoreSteps({ engine, folder, data_dir, backups, secret_is_setting }: BackupList): Step[] {
  const file = backups.find(isUsable)?.file ?? example[engine]
  const path = quoted(`${folder}/${file}`)
  const database = quoted(`${data_dir}/envhold.db`)
  const secret: Step = {
    text: secret_is_setting
      ? 'Set SERVER_SECRET to the server secret of the time of the backup, which is not in it.'
      : `Without the file ${data_dir}/server-secret the backup opens nothing: put it back from where you stored it.`,
  }
  const last: Step[] = [
    {
      text: 'Start the server once with --accept-restored. The audit log records this.',
      commands: 'npm start -- --accept-restored',
    },
    { text: 'Verify what was restored.', commands: 'npm run verify' },
  ]
  if (engine === 'sqlite')
    return [
      { text: 'Stop the server.' },
      {
        text: 'Move the present database away, and copy the backup to its place.',
        commands: [
          `mkdir ${quoted(`${data_dir}/before-restore`)}`,
          `mv ${database}* ${quoted(`${data_dir}/before-restore`)}`,
          `install -m 600 ${path} ${database}`,
        ].join('\n'),
      },
      secret,
      ...last,
    ]
  return [
    { text: 'Stop all nodes.' },
    {
      text: 'Restore into a new database. PGHOST, PGUSER and PGPASSWORD say where.',
      commands: [
        'createdb envhold_restored',
        `pg_restore --exit-on-error --no-owner --no-privileges --dbname=envhold_restored ${path}`,
      ].join('\n'),
    },
    { text: 'Set DATABASE_URL of every node to the new database.' },
    secret,
    ...last,
  ]
}

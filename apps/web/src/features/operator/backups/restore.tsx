import type { Backup, BackupList } from '@envhold/contract/operator/backups.ts'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { Panel } from '../parts/panel.tsx'

/** How a backup of this server is restored, with its own paths. */
export function RestoreInstructions({ list }: { list: BackupList }) {
  return (
    <Panel title="Restore a Backup" className="mt-6">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t px-4 py-4">
        {restoreSteps(list).map(({ text, commands }, at) => (
          <li key={text} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p>
              {at + 1}. {text}
            </p>
            {commands && <CodeBlock code={commands} label={`Copy step ${at + 1}`} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

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
function restoreSteps({ engine, folder, data_dir, backups, secret_is_setting }: BackupList): Step[] {
  const file = backups.find(isUsable)?.file ?? example[engine]
  const path = quoted(`${folder}/${file}`)
  const secret: Step = {
    text: secret_is_setting
      ? 'Set SERVER_SECRET to the secret in use when the backup was made. The backup does not contain it.'
      : `Without the file ${data_dir}/server-secret the backup opens nothing: put it back from where you stored it.`,
  }
  const last: Step[] = [
    {
      text: 'Restore the backup. This lists what was revoked after it was made, and works again.',
      commands: `envhold-server restore ${path}`,
    },
    {
      text: 'Revoke that again, unless it is what you restore the backup for. The page Backups offers it, too.',
      commands: 'envhold-server backup revocations --reapply',
    },
    {
      text: 'Start the server, and verify what was restored.',
      commands: 'envhold-server serve\nenvhold-server verify',
    },
  ]
  if (engine === 'sqlite') return [{ text: 'Stop the server.' }, secret, ...last]
  return [
    { text: 'Stop all nodes.' },
    {
      text: 'Create a database. PGHOST, PGUSER and PGPASSWORD say where.',
      commands: 'createdb envhold_restored',
    },
    {
      text: 'Set DATABASE_URL of every node to the new database, and REPLACED_DATABASE_URL here to the old one if it still answers.',
    },
    secret,
    ...last,
    {
      text: 'A data folder on another node has seen more than the backup: start that node once with --accept-restored.',
      commands: 'envhold-server serve --accept-restored',
    },
  ]
}

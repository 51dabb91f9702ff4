import {
  type Backup,
  type BackupList,
  createBackup,
  deleteBackup,
  listBackups,
  verifyBackup,
} from '@envhold/contract/operator/backups.ts'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { ProgressBar } from '../../../ui/feedback/loading.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { Panel } from '../parts/panel.tsx'

interface Shown {
  readonly label: string
  readonly tone: BadgeTone
}

const states: Readonly<Record<Backup['state'], Shown>> = {
  waiting: { label: 'Waiting', tone: 'info' },
  running: { label: 'Backing up', tone: 'info' },
  verifying: { label: 'Verifying', tone: 'info' },
  done: { label: 'Done', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
}

function shownState({ state, wanted }: Backup): Shown {
  if (wanted === 'delete') return { label: 'Being deleted', tone: 'warn' }
  return wanted === 'verify' && state === 'done' ? states.waiting : states[state]
}

export function BackupState({ backup }: { backup: Backup }) {
  const { label, tone } = shownState(backup)
  const isMoving = backup.state === 'running' || backup.state === 'verifying'
  return (
    <span className="inline-grid gap-1">
      <Badge tone={tone}>{label}</Badge>
      {isMoving && <ProgressBar value={backup.percent} max={100} label={label} />}
    </span>
  )
}

const results = {
  valid: { label: 'Valid', tone: 'good' },
  invalid: { label: 'Not valid', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'warn' },
} as const

export function VerificationBadge({ verification }: Pick<Backup, 'verification'>) {
  if (verification === null) return <span className="text-ink-3">Never</span>
  const { label, tone } = results[verification.result]
  return <Badge tone={tone}>{label}</Badge>
}

const origins = {
  operator: 'A deleted account',
  schedule: 'The schedule',
  command: 'envhold-server backup',
} as const

export const startedBy = ({ origin, started_by }: Backup): string => started_by ?? origins[origin]

/** How often progress is read while something is under way. */
const pollMs = 1_500

/** Whether a node makes or verifies it, or is about to do something with it. */
export const isBusy = ({ state, wanted }: Backup): boolean =>
  wanted !== null || (state !== 'done' && state !== 'failed')

export const useBackups = (page: number) =>
  useRead(
    listBackups,
    { query: { page } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.backups.some(isBusy) ? pollMs : false),
    },
  )

/** What an operator does with backups. Each reads the list again. */
export function useBackupActions() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => refetchReads(queries, listBackups)
  const onError = (error: unknown) => notifyError(error)
  const create = useMutation({ mutationFn: () => api.call(createBackup, {}), onError, onSettled })
  const verify = useMutation({
    mutationFn: (id: number) => api.call(verifyBackup, { params: { id } }),
    onError,
    onSettled,
  })
  const remove = async (id: number) => {
    await api.call(deleteBackup, { params: { id } })
    await onSettled()
  }
  return { create, verify, remove }
}

/** How a backup of this server is restored, with its own paths. */
export function RestoreInstructions({ list }: { list: BackupList }) {
  return (
    <Panel title="Restore a Backup" className="mt-6">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t px-4 py-4">
        {restoreSteps(list).map(({ text, commands }, index) => (
          <li key={text} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p>
              {index + 1}. {text}
            </p>
            {commands && <CodeBlock code={commands} label={`Copy step ${index + 1}`} />}
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

/** Whether a backup is complete, not known to be damaged, and not dated in the future by a clock that was ahead. */
const isUsable = ({ contents, verification, started_at }: Backup) =>
  contents !== null && verification?.result !== 'invalid' && Date.parse(started_at) <= Date.now()

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

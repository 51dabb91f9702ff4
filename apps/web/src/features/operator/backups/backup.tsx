import {
  type Backup,
  createBackup,
  deleteBackup,
  listBackups,
  verifyBackup,
} from '@envhold/contract/operator/backups.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { readQuery, refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { ProgressBar } from '../../../ui/feedback/loading.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'

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

export const backupsQuery = (api: Api, page: number) =>
  queryOptions({
    ...readQuery(api, listBackups, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.backups.some(isBusy) ? pollMs : false),
  })

/** What an operator does with backups. Each reads the list again. */
export function useBackupActions() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => refetchReads(queries, listBackups)
  const create = useMutation({
    mutationFn: () => api.call(createBackup, {}),
    onError: (error) => notifyError(error),
    onSettled,
  })
  const verify = useMutation({
    mutationFn: (id: number) => api.call(verifyBackup, { params: { id } }),
    onError: (error) => notifyError(error),
    onSettled,
  })
  const remove = async (id: number) => {
    const { message } = await api.call(deleteBackup, { params: { id } })
    void toast.success(message)
    await onSettled()
  }
  return { create, verify, remove }
}

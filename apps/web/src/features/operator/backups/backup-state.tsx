import type { Backup } from '@envhold/contract/operator/backups.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
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

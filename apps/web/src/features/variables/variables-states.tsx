import type { Environment } from '@envhold/contract/environments.ts'
import { FileDown, KeyRound, SearchX } from 'lucide-react'
import { Changing, useBlocked } from '../../ui/blocked.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="rounded-lg border bg-surface">
      <div className="h-9 border-b" />
      {Array.from({ length: Math.max(rows, 3) }, (_, index) => `row ${index}`).map((key, index) => (
        <div key={key} className="flex h-10 items-center gap-6 border-b px-3 last:border-b-0">
          <Skeleton className={['h-3 w-40', 'h-3 w-56', 'h-3 w-32'][index % 3] ?? 'h-3 w-40'} />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  )
}

export function NoVariables({ canWrite, onImport }: { canWrite: boolean; onImport: () => void }) {
  const reason = useBlocked()
  return (
    <EmptyState
      icon={KeyRound}
      title="No variables in this environment yet"
      action={
        canWrite && (
          <Changing>
            <Button variant="secondary" onClick={onImport}>
              <FileDown />
              Import a .env file
            </Button>
          </Changing>
        )
      }
    >
      {reason ??
        (canWrite
          ? 'Paste a .env file anywhere on this page, or drop one here: you review the changes before anything is saved.'
          : 'Collaborators with write permission can add some.')}
    </EmptyState>
  )
}

export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No key matches “${search}”`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Only keys are searched, not values.
    </EmptyState>
  )
}

interface FooterProps {
  environment: Environment
  shown: number
  total: number
  canWrite: boolean
}

export function VariablesFooter({ environment, shown, total, canWrite }: FooterProps) {
  const isWritable = useBlocked() === undefined && canWrite
  const counted = total === 1 ? '1 variable' : `${total.toLocaleString('en-US')} variables`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-1 text-small text-ink-3">
      <p aria-live="polite">
        {shown === total ? counted : `${shown.toLocaleString('en-US')} of ${counted}`} · version{' '}
        {environment.version}, changed <Time at={environment.updated_at} />
      </p>
      <p className="flex items-center gap-3 max-lg:hidden pointer-coarse:hidden" aria-hidden="true">
        <Hint keys={['↑', '↓']}>move</Hint>
        <Hint keys={['Enter']}>reveal</Hint>
        <Hint keys={['c']}>copy</Hint>
        {isWritable && <Hint keys={['e']}>edit</Hint>}
        {isWritable && <Hint keys={['n']}>new</Hint>}
      </p>
    </div>
  )
}

export function Hint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import { FileDown, KeyRound, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Changing, useBlocked } from '../../../ui/feedback/blocked.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { Time } from '../../../ui/text/time.tsx'

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="border-y bg-surface">
      <div className="h-9 border-b max-md:hidden" />
      {Array.from({ length: Math.max(rows, 3) }, (_, index) => `row ${index}`).map((key, index) => (
        <div key={key} className="flex h-10 items-center gap-6 border-b px-(--gutter) last:border-b-0">
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
      title={`No key or note matches “${search}”`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Values are not searched.
    </EmptyState>
  )
}

interface CaptionProps {
  environment: Environment
  shown: number
  total: number
}

function Counted({ environment, shown, total }: CaptionProps) {
  const counted = total === 1 ? '1 variable' : `${total.toLocaleString('en-US')} variables`
  return (
    <p aria-live="polite" className="truncate">
      {shown === total ? counted : `${shown.toLocaleString('en-US')} of ${counted}`} · version{' '}
      {environment.version}, changed <Time at={environment.updated_at} />
    </p>
  )
}

/** On a phone, where the bar has no room for it. */
export const VariablesCaption = (props: CaptionProps) => (
  <div className="h-7 px-(--gutter) text-small text-ink-3 md:hidden">
    <Counted {...props} />
  </div>
)

interface FooterProps extends CaptionProps {
  canWrite: boolean
  /** Between the count and the keys. */
  children?: ReactNode
}

export function VariablesFooter({ canWrite, children, ...caption }: FooterProps) {
  const isWritable = useBlocked() === undefined && canWrite
  return (
    <div className="flex h-8 items-center gap-x-6 overflow-hidden px-(--gutter) text-small whitespace-nowrap text-ink-3 max-md:hidden">
      <Counted {...caption} />
      {children}
      <p className="ml-auto flex items-center gap-3 max-lg:hidden pointer-coarse:hidden" aria-hidden="true">
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

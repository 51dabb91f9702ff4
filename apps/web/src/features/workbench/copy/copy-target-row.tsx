import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { CopyPlan } from '@envhold/formats/copy-plan.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { namesText } from '../data/describe-changes.ts'
import { ChangeSign, changeSigns } from '../parts/change-sign.tsx'
import { type CopyTarget, planText, type useCopy } from './use-copy.ts'

interface Props {
  environment: Environment
  /** Set while it is chosen. */
  target: CopyTarget | undefined
  disabled: boolean
  /** What became of the last try. */
  state: { readonly tone: 'good' | 'bad'; readonly text: string } | undefined
  onFlip: () => void
}

/** An environment to copy to, and once it is chosen, what it gets. Names only. */
export function CopyTargetRow({ environment, target, disabled, state, onFlip }: Props) {
  const id = useId()
  return (
    <li className="grid gap-1.5 border-b px-3 py-2.5 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <input
          id={id}
          type="checkbox"
          checked={target !== undefined}
          disabled={disabled}
          onChange={onFlip}
          className="size-4 shrink-0 accent-accent"
        />
        <label htmlFor={id} className="flex min-w-0 flex-1 items-center gap-2">
          <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
          <span className="truncate font-medium">{environment.name}</span>
          <ProtectedMark environment={environment} />
        </label>
        {target?.plan && (
          <span className="text-small text-ink-2 max-sm:ml-6.5 max-sm:w-full">{planText(target.plan)}</span>
        )}
      </div>
      {target && !target.plan && !target.problem && <Skeleton className="ml-6.5 h-4 w-40" />}
      {target?.problem && (
        <p role="alert" className="ml-6.5 flex flex-wrap items-center gap-x-3 text-small text-bad">
          {target.problem}
          {target.retry && (
            <Button variant="link" className="text-small" onClick={target.retry}>
              Try again
            </Button>
          )}
        </p>
      )}
      {target?.plan && <PlannedNames plan={target.plan} written={target.keys} />}
      {state && (
        <p className={cn('ml-6.5 text-small', state.tone === 'bad' ? 'text-bad' : 'text-good')}>
          {state.text}
        </p>
      )}
    </li>
  )
}

function PlannedNames({ plan, written }: { plan: CopyPlan; written: readonly string[] }) {
  const replaced = new Set(written)
  const names = [
    ...plan.added.map((key) => ({ key, kind: 'added' as const, word: 'new' })),
    ...plan.completed.map((key) => ({ key, kind: 'added' as const, word: 'note' })),
    ...plan.replaced.map((key) =>
      replaced.has(key)
        ? { key, kind: 'changed' as const, word: 'replaced' }
        : { key, kind: 'unchanged' as const, word: 'skipped' },
    ),
  ]
  if (names.length === 0) return <p className="ml-6.5 text-small text-ink-3">It has all of them already.</p>
  return (
    <ul className="ml-6.5 grid max-h-32 gap-0.5 overflow-y-auto">
      {names.map(({ key, kind, word }) => (
        <li key={key} className="flex gap-2 font-mono text-small">
          <ChangeSign kind={kind} />
          <span className="min-w-0 flex-1 break-all">{key}</span>
          <span className={cn('shrink-0 font-sans', changeSigns[kind].style)}>{word}</span>
        </li>
      ))}
    </ul>
  )
}

interface MoveNoteProps {
  environment: Environment
  keys: readonly string[]
  moving: readonly string[]
  targets: readonly CopyTarget[]
}

/** What the source loses, and what stays there. */
export function MoveNote({ environment, keys, moving, targets }: MoveNoteProps) {
  const staying = keys.length - moving.length
  return (
    <p className="text-small text-ink-2">
      {moving.length > 0
        ? `${moving.length === keys.length ? (keys.length === 1 ? 'It is' : 'They are') : `${moving.length} of ${keys.length} are`} deleted from ${environment.name} once ${targets.length === 1 ? 'it was' : 'all were'} written.`
        : `Nothing is deleted from ${environment.name}.`}
      {staying > 0 &&
        ` ${formatCount(staying, 'variable')} ${staying === 1 ? 'stays: another value or note is left where it' : 'stay: another value or note is left where they'} would go.`}
      {environment.protected && moving.length > 0 && ` ${environment.name} is protected.`}
    </p>
  )
}

interface FailuresProps extends Pick<ReturnType<typeof useCopy>, 'done' | 'failed'> {
  source: Environment
  isMove: boolean
}

export function CopyFailures({ done, failed, source, isMove }: FailuresProps) {
  const sourceFailed = failed.find(({ environment }) => environment.id === source.id)
  const written = done.filter(({ after }) => after.id !== source.id).map(({ after }) => after.name)
  return (
    <Banner
      tone="bad"
      title={sourceFailed ? `Nothing was deleted from ${source.name}` : 'Not everything was written'}
    >
      {sourceFailed && `${sourceFailed.problem} `}
      {written.length > 0 && `Written: ${namesText(written)}. `}
      {!sourceFailed &&
        `Not written: ${namesText(failed.map(({ environment }) => environment.name))}. ${isMove ? `Nothing was deleted from ${source.name}. ` : ''}`}
      Trying again writes only what is missing.
    </Banner>
  )
}

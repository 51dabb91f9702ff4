import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { OnExisting } from '@envhold/formats/copy-plan.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { planText } from './copy-texts.ts'
import type { CopyTarget } from './use-copy-targets.ts'

interface Props {
  environment: Environment
  /** Set while it is chosen. */
  target: CopyTarget | undefined
  onExisting: OnExisting
  disabled: boolean
  /** What became of the last try. */
  state: { readonly tone: 'good' | 'bad'; readonly text: string } | undefined
  onChange: (isChosen: boolean) => void
}

/** An environment to copy to, and once it is chosen, what it gets. Names only. */
export function CopyTargetRow({ environment, target, onExisting, disabled, state, onChange }: Props) {
  const id = useId()
  return (
    <li className="grid gap-1.5 border-b px-3 py-2.5 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <input
          id={id}
          type="checkbox"
          checked={target !== undefined}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
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
      {target?.plan && <PlannedNames plan={target.plan} onExisting={onExisting} />}
      {state && (
        <p className={cn('ml-6.5 text-small', state.tone === 'bad' ? 'text-bad' : 'text-good')}>
          {state.text}
        </p>
      )}
    </li>
  )
}

const signs = {
  added: { sign: '+', style: 'text-good', word: 'new' },
  replaced: { sign: '~', style: 'text-warn', word: 'replaced' },
  skipped: { sign: '=', style: 'text-ink-3', word: 'skipped' },
} as const

function PlannedNames({
  plan,
  onExisting,
}: {
  plan: NonNullable<CopyTarget['plan']>
  onExisting: OnExisting
}) {
  const replaced = onExisting === 'replace' ? 'replaced' : 'skipped'
  const names = [
    ...plan.added.map((key) => ({ key, ...signs.added })),
    ...plan.replaced.map((key) => ({ key, ...signs[replaced] })),
  ]
  if (names.length === 0) return <p className="ml-6.5 text-small text-ink-3">It has all of them already.</p>
  return (
    <ul className="ml-6.5 grid max-h-32 gap-0.5 overflow-y-auto">
      {names.map(({ key, sign, style, word }) => (
        <li key={key} className="flex gap-2 font-mono text-small">
          <span aria-hidden="true" className={cn('w-3 shrink-0 text-center font-medium', style)}>
            {sign}
          </span>
          <span className="min-w-0 flex-1 break-all">{key}</span>
          <span className={cn('shrink-0 font-sans', style)}>{word}</span>
        </li>
      ))}
    </ul>
  )
}

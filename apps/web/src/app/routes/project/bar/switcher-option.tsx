import { Check, ShieldCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ChangeTime } from '../../../../features/projects/change-time.tsx'
import { EnvironmentDot, environmentStyle } from '../../../../features/projects/environment-name.tsx'
import { cn } from '../../../../ui/class-names.ts'
import { formatCount } from '../../../../ui/text/format.ts'
import { Kbd } from '../../../../ui/text/kbd.tsx'
import type { SwitchedEnvironment } from './switcher.ts'

interface Props {
  id: string
  environment: SwitchedEnvironment
  /** It is the one that is shown. */
  current: boolean
  /** Enter opens it. */
  chosen: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

export function SwitcherOption({ id, environment, current, chosen, onPoint, onChoose }: Props) {
  const { name, variable_count: count } = environment
  return (
    // The search keeps the focus and has the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-current={current || undefined}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={() => {}}
      className={cn(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 pointer-coarse:min-h-11',
        chosen && 'bg-line',
      )}
    >
      <EnvironmentDot environment={environment} hollow={count === 0} />
      {/* It wraps rather than give way: names are what one looks for. */}
      <span className="min-w-24 flex-1 py-1 leading-4 wrap-anywhere">{name}</span>
      {environment.protected && (
        <span
          style={environmentStyle(environment)}
          className="flex shrink-0 items-center gap-1 text-small text-(--env)"
        >
          <ShieldCheck aria-hidden="true" className="size-4" />
          Protected
        </span>
      )}
      <span className={cn('shrink-0 text-small tabular-nums', chosen ? 'text-ink-2' : 'text-ink-3')}>
        {count === 0 ? 'empty' : formatCount(count)}
      </span>
      {chosen && !current && (
        <span
          className="flex min-w-21 shrink-0 items-center justify-end gap-1.5 text-small text-ink-2 max-sm:hidden pointer-coarse:hidden"
          aria-hidden="true"
        >
          Compare <Kbd>Alt ↵</Kbd>
        </span>
      )}
      <span
        className={cn(
          'w-21 shrink-0 truncate text-right text-small',
          chosen ? 'text-ink-2' : 'text-ink-3',
          // The way to compare takes its place.
          chosen && !current && 'sm:pointer-fine:hidden',
        )}
      >
        <ChangeTime change={environment.last_change} short />
      </span>
      <span className="w-4 shrink-0">
        {current && <Check aria-label="Shown now" className="size-4 text-accent" />}
      </span>
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { EnvironmentDot } from '../../projects/environment-dot.tsx'
import type { ListedColumn } from './grid-columns.ts'

interface Props {
  prefix: string
  columns: readonly ListedColumn[]
  /** Of all columns with this prefix, in every section. */
  count: number
  isShown: boolean
  isOpen: boolean
  canHide: boolean
  onToggle: () => void
  onShow: (isShown: boolean) => void
  children: ReactNode
}

/** Columns whose names begin with the same word: shown or hidden together. */
export function ColumnGroupOption({ prefix, columns, count, isShown, isOpen, ...rest }: Props) {
  const [first] = columns
  return (
    <li>
      <div className="flex h-9 items-center gap-2 rounded-md pr-2.5 hover:bg-hover pointer-coarse:h-11">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Columns ${prefix}`}
          onClick={rest.onToggle}
          className="grid h-full w-7 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
        >
          <ChevronRight aria-hidden="true" className={cn('size-4', isOpen && 'rotate-90')} />
        </button>
        <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={isShown}
            disabled={isShown && !rest.canHide}
            onChange={() => rest.onShow(!isShown)}
            className="size-4 shrink-0 accent-accent"
          />
          {first && <EnvironmentDot environment={first.environment} />}
          <span className="truncate">{prefix}</span>
        </label>
        <span className="text-small text-ink-3 tabular-nums">
          {columns.length} of {count}
        </span>
      </div>
      {isOpen && <ul>{rest.children}</ul>}
    </li>
  )
}

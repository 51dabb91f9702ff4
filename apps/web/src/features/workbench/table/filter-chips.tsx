import { ListFilter, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { type KeyFilter, keyFilters } from './arrange-keys.ts'

const labels: Readonly<Record<KeyFilter, string>> = {
  'to-check': 'To check',
  missing: 'Missing elsewhere',
  changed: 'Changed this week',
}

export interface Filters {
  only: KeyFilter | undefined
  counts: Readonly<Record<KeyFilter, number>>
  onChange: (only: KeyFilter | undefined) => void
}

const countOf = (count: number): ReactNode => (
  <span className="font-normal tabular-nums">{count.toLocaleString('en-US')}</span>
)

/** The filters as the choices of a menu. */
export const filterChoices = ({ only, counts, onChange }: Filters) => ({
  value: only ?? ('all' as const),
  options: [
    { value: 'all' as const, label: 'All keys' },
    ...keyFilters.map((value) => ({
      value,
      label: (
        <span className="flex gap-2">
          {labels[value]} {countOf(counts[value])}
        </span>
      ),
    })),
  ],
  onValueChange: (value: KeyFilter | 'all') => onChange(value === 'all' ? undefined : value),
})

/** On a phone, where the filters are in a menu: the one that is set, which a press ends. */
export const CurrentFilter = ({ only, onChange }: Pick<Filters, 'only' | 'onChange'>) =>
  only ? (
    <div className="px-(--gutter) pb-2 md:hidden">
      <button
        type="button"
        onClick={() => onChange(undefined)}
        className="flex h-9 items-center gap-2 rounded-full border border-accent bg-accent-soft px-3 text-small font-medium text-accent"
      >
        {labels[only]}
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">: show all keys</span>
      </button>
    </div>
  ) : null

/** The filters with their counts; where there is little room, the most important one and a menu. */
export function FilterChips(props: Filters) {
  const { only, counts, onChange } = props
  return (
    <div className="flex items-center gap-2">
      {keyFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={only === filter}
          onClick={() => onChange(only === filter ? undefined : filter)}
          className={cn(
            'flex h-7 shrink-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent',
            filter !== 'to-check' && only !== filter && 'max-xl:hidden',
          )}
        >
          {filter === 'to-check' && (
            <TriangleAlert aria-hidden="true" className={cn('size-4', counts[filter] > 0 && 'text-warn')} />
          )}
          {labels[filter]} {countOf(counts[filter])}
        </button>
      ))}
      <div className="xl:hidden">
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label="Which keys">
              <ListFilter />
            </Button>
          }
        >
          <DropdownMenuChoices {...filterChoices(props)} />
        </DropdownMenu>
      </div>
    </div>
  )
}

import { ListFilter, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import type { Filter } from '../store/filters.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

const labels: Readonly<Record<Filter, string>> = {
  all: 'All keys',
  'to-check': 'To check',
  differing: 'Differing',
  missing: 'Missing',
  changed: 'Changed this week',
  'only-left': 'Only in',
  'only-right': 'Only in',
}

/** The words of a filter: those of a side name its environment. */
function FilterLabel({ filter }: { filter: Filter }) {
  const columns = useWorkbench((state) => state.columns.list)
  const side = filter === 'only-left' ? columns[0] : filter === 'only-right' ? columns[1] : undefined
  return (
    <>
      {labels[filter]}
      {side && <EnvironmentName environment={side.environment} className="max-w-32" />}
    </>
  )
}

function useFilters() {
  const counts = useWorkbench((state) => state.counts)
  return Object.entries(counts) as [Filter, number | undefined][]
}

const countOf = (count: number | undefined): ReactNode =>
  count !== undefined && <span className="font-normal tabular-nums">{formatCount(count)}</span>

/** The filters as the choices of a menu. */
export function FilterChoices() {
  const { setFilter } = useActions()
  const current = useWorkbench((state) => state.shownFilter)
  const options = [
    { value: 'all' as const, label: labels.all },
    ...useFilters().map(([value, count]) => ({
      value,
      label: (
        <span className="flex gap-2">
          <FilterLabel filter={value} /> {countOf(count)}
        </span>
      ),
    })),
  ]
  return <DropdownMenuChoices<Filter> value={current} options={options} onValueChange={setFilter} />
}

/** On a phone, where the filters are in a menu: the one that is set, which a press ends. */
export function CurrentFilter() {
  const { setFilter } = useActions()
  const current = useWorkbench((state) => state.shownFilter)
  if (current === 'all') return null
  return (
    <div className="px-(--gutter) pb-2 md:hidden">
      <button
        type="button"
        onClick={() => setFilter('all')}
        className="flex h-9 items-center gap-2 rounded-full border border-accent bg-accent-soft px-3 text-small font-medium text-accent"
      >
        <FilterLabel filter={current} />
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">: show all keys</span>
      </button>
    </div>
  )
}

/** The filters with their counts; where there is little room, the most important one and a menu. */
export function FilterChips() {
  const { setFilter } = useActions()
  const current = useWorkbench((state) => state.shownFilter)
  return (
    <div className="flex items-center gap-2">
      {useFilters().map(([filter, count]) => (
        <button
          key={filter}
          type="button"
          aria-pressed={current === filter}
          onClick={() => setFilter(current === filter ? 'all' : filter)}
          className={cn(
            'flex h-7 shrink-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-small font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent',
            filter !== 'to-check' && current !== filter && 'max-xl:hidden',
          )}
        >
          {filter === 'to-check' && (
            <TriangleAlert
              aria-hidden="true"
              className={cn('size-4', count !== undefined && count > 0 && 'text-warn')}
            />
          )}
          <FilterLabel filter={filter} /> {countOf(count)}
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
          <FilterChoices />
        </DropdownMenu>
      </div>
    </div>
  )
}

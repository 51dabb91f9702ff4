import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Changing, useChange } from '../../../ui/blocked.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import type { Filter } from './key-rows.ts'
import { filters } from './key-rows.ts'

const names: Readonly<Record<Filter, string>> = { all: 'All', differing: 'Differing', missing: 'Missing' }

interface Props {
  views: ReactNode
  open: boolean
  filter: Filter
  counts: Readonly<Record<Filter, number>>
  search: string
  canAdd: boolean
  onFilter: (filter: Filter) => void
  onSearch: (search: string) => void
  onAdd: () => void
  onDown: () => void
}

export function GridToolbar({ views, open, filter, counts, search, canAdd, ...on }: Props) {
  const change = useChange()
  useShortcut('n', () => change(on.onAdd), { enabled: canAdd })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views}
      {open && (
        <>
          <SegmentedControl
            label="Which keys"
            value={filter}
            onValueChange={on.onFilter}
            options={filters.map((value) => ({
              value,
              label: (
                <>
                  {names[value]} <span className="text-ink-3">{counts[value].toLocaleString('en-US')}</span>
                </>
              ),
            }))}
          />
          <SearchField
            label="Search keys"
            value={search}
            onChange={on.onSearch}
            onDown={on.onDown}
            className="min-w-40 flex-1 max-sm:order-last max-sm:basis-full"
          />
          {canAdd && (
            <Changing>
              <Button onClick={on.onAdd} className="max-sm:ml-auto">
                <Plus />
                Add key
              </Button>
            </Changing>
          )}
        </>
      )}
    </div>
  )
}

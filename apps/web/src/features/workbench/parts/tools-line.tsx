import { ListFilter, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import {
  DropdownMenu,
  DropdownMenuChoices,
  DropdownMenuItem,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'

interface KeySearch {
  value: string
  onChange: (search: string) => void
  onDown: () => void
  label?: string
  /** How much it found, such as `6 of 64`. */
  count?: string | undefined
}

interface Props<Filter extends string> {
  /** Chooses the tab on a phone, and the view. */
  lead: ReactNode
  search?: KeySearch | undefined
  filter?:
    | {
        value: Filter
        options: readonly { value: Filter; label: ReactNode }[]
        onChange: (filter: Filter) => void
      }
    | undefined
  /** Filters, where there is room for them: not on a phone. */
  chips?: ReactNode
  /** Actions at the right. */
  children?: ReactNode
}

/** The line below the bar: what is shown, and what can be done with all of it. On a phone the search covers the rest. */
export function ToolsLine<Filter extends string>({ lead, search, filter, chips, children }: Props<Filter>) {
  const isPhone = useIsPhone()
  const [isSearching, setSearching] = useState(false)
  const field = search && <Field {...search} />
  const stopSearching = () => {
    setSearching(false)
    search?.onChange('')
  }
  const chosen = filter?.options.find(({ value }) => value === filter.value)
  const isFiltered = chosen !== filter?.options[0]
  const line =
    'sticky top-(--bar) z-20 flex h-(--tools) items-center gap-2 bg-paper px-(--gutter) max-md:gap-1'
  if (isPhone && search && (isSearching || search.value !== ''))
    return (
      // The button that opened the search is gone: its field has the focus instead.
      <div className={line} ref={(node) => void (isSearching && node?.querySelector('input')?.focus())}>
        {field}
        <IconButton label="Close search" onClick={stopSearching}>
          <X />
        </IconButton>
      </div>
    )
  return (
    <div className={line}>
      {lead}
      {!isPhone && filter && (
        <SegmentedControl
          label="Which keys"
          value={filter.value}
          onValueChange={filter.onChange}
          options={filter.options}
          className="shrink-0 flex-nowrap"
        />
      )}
      {!isPhone && field}
      {!isPhone && chips}
      <div className="ml-auto flex shrink-0 items-center gap-1">
        {isPhone && search && !filter && (
          <IconButton label="Search keys" onClick={() => setSearching(true)}>
            <ListFilter />
          </IconButton>
        )}
        {isPhone && search && filter && (
          <DropdownMenu
            trigger={
              <Button
                variant="ghost"
                size={isFiltered ? 'sm' : 'icon'}
                className={cn(isFiltered && 'bg-accent-soft px-2 text-accent')}
              >
                <ListFilter />
                <span className="sr-only">Which keys: </span>
                <span className={isFiltered ? 'max-[22.5rem]:sr-only' : 'sr-only'}>{chosen?.label}</span>
              </Button>
            }
          >
            <DropdownMenuChoices
              options={filter.options}
              value={filter.value}
              onValueChange={filter.onChange}
            />
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => setSearching(true)}>
              <Search /> Search keys
            </DropdownMenuItem>
          </DropdownMenu>
        )}
        {children}
      </div>
    </div>
  )
}

const Field = ({ label = 'Search keys', count, ...search }: KeySearch) => (
  <div className="relative min-w-32 flex-1 md:max-w-72 min-[112.5rem]:max-w-100">
    <SearchField
      label={label}
      {...search}
      className={cn(
        '[&_input]:h-(--control) md:[&_input]:text-small [&>span]:top-1.5',
        // The whole label fits only without the hint.
        'md:max-lg:[&_input:placeholder-shown]:pr-2 md:max-lg:[&>span]:hidden',
        count && '[&_input]:pr-26',
      )}
    />
    {count && (
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-9 flex items-center text-small text-ink-3"
      >
        {count}
      </span>
    )}
  </div>
)

import { ChevronDown, ListFilter, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useShortcut } from '../../../ui/use-shortcut.ts'

interface KeySearch {
  label: string
  value: string
  onChange: (search: string) => void
  onDown: () => void
  /** How much it found, such as `6 of 64`. */
  count: string | undefined
}

interface Props {
  /** Chooses the tab on a phone, and the view. */
  lead: ReactNode
  search?: KeySearch | undefined
  /** Filters, where there is room for them: not on a phone. */
  chips?: ReactNode
  /** Actions at the right. */
  children?: ReactNode
}

/** The line below the bar: what is shown, and what can be done with all of it. On a phone the search covers the rest. */
export function ToolsLine({ lead, search, chips, children }: Props) {
  const isPhone = useIsPhone()
  const [isSearching, setSearching] = useState(false)
  const line =
    'sticky top-(--bar) z-20 flex h-(--tools) items-center gap-2 bg-paper px-(--gutter) max-md:gap-1'
  if (isPhone && search && (isSearching || search.value !== ''))
    return (
      // The button that opened the search is gone: its field has the focus instead.
      <div className={line} ref={(node) => void (isSearching && node?.querySelector('input')?.focus())}>
        <Field {...search} />
        <IconButton
          label="Close search"
          onClick={() => {
            setSearching(false)
            search.onChange('')
          }}
        >
          <X />
        </IconButton>
      </div>
    )
  return (
    <div className={line}>
      {lead}
      {!isPhone && search && <Field {...search} />}
      {!isPhone && chips}
      <div className="ml-auto flex shrink-0 items-center gap-1">
        {isPhone && search && (
          <IconButton label="Search keys" onClick={() => setSearching(true)}>
            <ListFilter />
          </IconButton>
        )}
        {children}
      </div>
    </div>
  )
}

const Field = ({ count, ...search }: KeySearch) => (
  <div className="relative min-w-32 flex-1 md:max-w-72 min-[112.5rem]:max-w-100">
    <SearchField
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

const views = ['table', 'grid', 'text'] as const
export type View = (typeof views)[number]

const names: Readonly<Record<View, string>> = { table: 'Table', grid: 'Grid', text: 'Text' }

interface ViewProps {
  view: View
  /** There are several environments. */
  several: boolean
  onViewChange: (view: View) => void
}

/** One environment as a table or as text, or all of them side by side. */
export function ViewSwitch({ view, several, onViewChange }: ViewProps) {
  const isPhone = useIsPhone()
  const options = views
    .filter((each) => several || each !== 'grid' || view === 'grid')
    .map((value) => ({ value, label: names[value] }))
  useShortcut('v', () => {
    const at = options.findIndex(({ value }) => value === view)
    const next = options[(at + 1) % options.length]
    if (next) onViewChange(next.value)
  })
  if (!isPhone)
    return (
      <SegmentedControl
        label="View"
        value={view}
        onValueChange={onViewChange}
        options={options}
        className="shrink-0 flex-nowrap"
      />
    )
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button variant="ghost" size="sm" className="px-1.5">
          <span className="sr-only">View: </span>
          {names[view]}
          <ChevronDown aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <DropdownMenuChoices options={options} value={view} onValueChange={onViewChange} />
    </DropdownMenu>
  )
}

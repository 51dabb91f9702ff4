import { ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useShortcut } from '../../../ui/use-shortcut.ts'

export const views = ['table', 'grid', 'text'] as const
export type View = (typeof views)[number]

const names: Readonly<Record<View, string>> = { table: 'Table', grid: 'Grid', text: 'Text' }

interface Props {
  view: View
  /** There are several environments. */
  several: boolean
  onViewChange: (view: View) => void
}

/** One environment as a table or as text, or all of them side by side. */
export function ViewSwitch({ view, several, onViewChange }: Props) {
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

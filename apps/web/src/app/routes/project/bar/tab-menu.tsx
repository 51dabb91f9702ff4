import { ChevronDown } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuChoices } from '../../../../ui/dropdown-menu.tsx'
import type { ProjectTab } from '../../../project-search.ts'
import type { ListedTab } from './project-tabs.ts'

interface Props {
  tabs: readonly ListedTab[]
  value: ProjectTab
  onChange: (value: ProjectTab) => void
}

/** The tabs on a phone. */
export const TabMenu = ({ tabs, value, onChange }: Props) => (
  <DropdownMenu
    align="start"
    trigger={
      <Button
        variant="secondary"
        size="sm"
        className="min-w-0 shrink max-[22.5rem]:gap-1 max-[22.5rem]:px-1.5"
      >
        <span className="sr-only">Tab: </span>
        <span className="truncate">{tabs.find((tab) => tab.value === value)?.name}</span>
        <ChevronDown aria-hidden="true" className="text-ink-3" />
      </Button>
    }
  >
    <DropdownMenuChoices
      options={tabs.map((tab) => ({ value: tab.value, label: tab.name }))}
      value={value}
      onValueChange={onChange}
    />
  </DropdownMenu>
)

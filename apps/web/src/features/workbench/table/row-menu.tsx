import { CopyPlus, Ellipsis, FolderInput, History } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { RowButton } from '../parts/row-button.tsx'
import type { TableCommand } from '../rows/grid-navigation.ts'

interface Props {
  button: ComponentProps<typeof RowButton>
  canWrite: boolean
  onCommand: (command: TableCommand) => void
}

/** The rarer actions of a row. The menu is created on first use: hundreds of them would slow scrolling down. */
export function RowMenu({ button, canWrite, onCommand }: Props) {
  const [asked, setAsked] = useState(false)
  const trigger = { ...button, children: <Ellipsis /> }
  if (!asked)
    return (
      <RowButton {...trigger} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
    )
  return (
    <DropdownMenu defaultOpen trigger={<RowButton {...trigger} onClick={undefined} />}>
      <DropdownMenuItem onSelect={() => onCommand('history')}>
        <History />
        History
      </DropdownMenuItem>
      {canWrite && (
        <>
          <Changing>
            <DropdownMenuItem onSelect={() => onCommand('copyTo')}>
              <CopyPlus />
              Copy to…
            </DropdownMenuItem>
          </Changing>
          <Changing>
            <DropdownMenuItem onSelect={() => onCommand('moveTo')}>
              <FolderInput />
              Move to…
            </DropdownMenuItem>
          </Changing>
        </>
      )}
    </DropdownMenu>
  )
}

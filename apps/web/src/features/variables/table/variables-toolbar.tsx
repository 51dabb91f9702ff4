import { ArrowLeftRight, Download, Ellipsis, FileDown, History, Plus } from 'lucide-react'
import { Changing } from '../../../ui/blocked.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../../ui/dropdown-menu.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Props {
  canWrite: boolean
  canCompare: boolean
  onAdd: () => void
  onImport: () => void
  onHistory: () => void
  onCompare: () => void
  onDownload: () => void
}

/** Actions for the whole environment; on a phone the rarer ones are in a menu. */
export function VariablesToolbar({ canWrite, canCompare, ...on }: Props) {
  return (
    <div className="ml-auto flex items-center gap-1">
      <div className="flex items-center gap-1 max-lg:hidden">
        <IconButton label="History" onClick={on.onHistory}>
          <History />
        </IconButton>
        {canCompare && (
          <IconButton label="Compare environments" onClick={on.onCompare}>
            <ArrowLeftRight />
          </IconButton>
        )}
        <Button variant="ghost" onClick={on.onDownload}>
          <Download />
          Download .env
        </Button>
      </div>
      <div className="lg:hidden">
        <DropdownMenu
          trigger={
            <Button variant="secondary" size="icon" aria-label="More" className="size-9">
              <Ellipsis />
            </Button>
          }
        >
          <DropdownMenuItem onSelect={on.onHistory}>
            <History />
            History
          </DropdownMenuItem>
          {canCompare && (
            <DropdownMenuItem onSelect={on.onCompare}>
              <ArrowLeftRight />
              Compare environments
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={on.onDownload}>
            <Download />
            Download .env
          </DropdownMenuItem>
          {canWrite && (
            <Changing>
              <DropdownMenuItem onSelect={on.onImport} className="sm:hidden">
                <FileDown />
                Import .env
              </DropdownMenuItem>
            </Changing>
          )}
        </DropdownMenu>
      </div>
      {canWrite && (
        <>
          <Changing>
            <Button variant="secondary" onClick={on.onImport} className="ml-1 max-sm:hidden">
              <FileDown />
              Import .env
            </Button>
          </Changing>
          <Changing>
            <Button onClick={on.onAdd} className="ml-1">
              <Plus />
              Add Variable
            </Button>
          </Changing>
        </>
      )}
    </div>
  )
}

import { Search } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { commandKey, openCommands } from './open-commands.ts'

/**
 * Opens the command menu. After the indicator of a grace period it has no room for its words; a `:has()` for that would
 * recalculate the styles of the whole page whenever anything moves in it.
 */
export const CommandButton = () => (
  <Button
    variant="secondary"
    size="sm"
    onClick={openCommands}
    className="mr-1 hidden gap-3 pr-1 font-normal text-ink-3 lg:inline-flex"
  >
    <span className="flex items-center gap-2">
      <Search />
      <span className="[[data-grace]~*_&]:sr-only">
        Search<span className="sr-only"> or run a command</span>
      </span>
    </span>
    <Kbd>{commandKey}K</Kbd>
  </Button>
)

import { useState } from 'react'
import { CommandGroup, CommandItem, CommandMenu } from '../../ui/dialogs/command-menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { Command } from './command.ts'
import { rankCommands } from './rank-commands.ts'
import { readRecent, saveRecent } from './recent-commands.ts'
import { useCommands } from './use-commands.ts'

interface Props {
  search: string
  onSearch: (search: string) => void
  onOpenChange: (open: boolean) => void
  restoreFocus: (event: Event) => void
  onShortcuts: () => void
}

export function CommandPalette({ search, onSearch, onOpenChange, restoreFocus, onShortcuts }: Props) {
  const [recent] = useState(() => readRecent(localStorage))
  const commands = useCommands({ isSearching: search !== '', onShortcuts })
  const groups = rankCommands(commands, search, recent)
  const run = (command: Command) => {
    if (command.blocked) return void toast.info(command.blocked, { id: 'blocked' })
    saveRecent(localStorage, command.id)
    onOpenChange(false)
    command.run()
  }
  return (
    <CommandMenu
      open
      onOpenChange={onOpenChange}
      search={search}
      onSearch={onSearch}
      restoreFocus={restoreFocus}
      first={groups[0]?.commands[0]?.id}
      count={groups.reduce((sum, group) => sum + group.commands.length, 0)}
    >
      {groups.map((ranked) => (
        <CommandGroup key={ranked.group} heading={ranked.group}>
          {ranked.commands.map((command) => {
            const { icon: Icon } = command
            return (
              <CommandItem
                key={command.id}
                value={command.id}
                icon={<Icon />}
                hint={command.blocked ?? command.hint}
                dimmed={command.blocked !== undefined}
                keys={command.keys && <Kbd>{command.keys}</Kbd>}
                onSelect={() => run(command)}
              >
                {command.group === 'Variables' ? (
                  <span className="font-mono text-small">{command.label}</span>
                ) : (
                  command.label
                )}
              </CommandItem>
            )
          })}
        </CommandGroup>
      ))}
    </CommandMenu>
  )
}

import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import { useParams, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { countFound } from '../../features/projects/find/found-parts.tsx'
import { useFoundVariables } from '../../features/projects/find/found-query.ts'
import { type KeyHelp, keyHelp } from '../../features/workbench/store/row-commands.ts'
import {
  CommandGroup,
  CommandItem,
  CommandLine,
  CommandMenu,
  type HeldKeys,
} from '../../ui/dialogs/command-menu.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { commandKey, Kbd } from '../../ui/text/kbd.tsx'
import { type Command, rankCommands } from './command.ts'
import { FoundKeys, FoundLines, foundId, NothingFound } from './found-lines.tsx'
import { readRecent, saveRecent } from './recent-commands.ts'
import { useCommands } from './use-commands.ts'

interface Props {
  search: string
  onSearch: (search: string) => void
  onOpenChange: (open: boolean) => void
  restoreFocus: (event: Event) => void
  onShortcuts: () => void
  onFindValue: () => void
}

export function CommandPalette({ search, onSearch, onOpenChange, restoreFocus, ...on }: Props) {
  const [recent] = useState(() => readRecent(localStorage))
  const here = Number(useParams({ strict: false }).id)
  const { lines: shown, showAll, ...variables } = useFoundVariables(search, here > 0 ? here : undefined)
  const { matches = [], total = 0, projects = 0, nearest } = variables.data ?? {}
  const commands = useCommands({ search, ...on })
  const groups = rankCommands(commands, search, recent)
  const open = useOpenFound()
  const heldKeys = useRef<HeldKeys>({ alt: false, command: false })
  const run = (command: Command) => {
    if (command.blocked) return toast.info(command.blocked, { kind: 'blocked' })
    saveRecent(localStorage, command.id)
    onOpenChange(false)
    command.run()
  }
  const openFound = (one: FoundVariable) => {
    onOpenChange(false)
    open(one, heldKeys.current)
  }
  const isFirst = !groups.some(({ commands: [best] }) => isNamedSo(best, search))
  const lines = matches.length > 0 && (
    <CommandGroup
      key="variables"
      heading={
        <>
          Variables <span className="tabular-nums">{countFound(total, projects)}</span>
        </>
      }
    >
      <FoundLines matches={shown} search={search} onSelect={openFound} />
      {total > shown.length && (
        <CommandLine
          value="variables:more"
          onSelect={showAll}
          className="flex h-8 items-center text-small text-ink-2"
        >
          {total - shown.length} more{shown.length === matches.length && '. Type more of the name.'}
        </CommandLine>
      )}
    </CommandGroup>
  )
  const matchCount = groups.flatMap((group) => group.commands).filter(({ always }) => !always).length
  const none = search.trim() !== '' && matchCount + matches.length === 0
  const firstFound = isFirst ? matches[0] : undefined
  return (
    <CommandMenu
      open
      onOpenChange={onOpenChange}
      search={search}
      onSearch={onSearch}
      restoreFocus={restoreFocus}
      first={firstFound ? foundId(firstFound) : groups[0]?.commands[0]?.id}
      count={matchCount + total}
      none={<NothingFound {...variables} search={search} nearest={nearest} onSearch={onSearch} />}
      footer={matches.length > 0 && <FoundKeys />}
      onEnter={(keys) => {
        heldKeys.current = keys
      }}
    >
      {isFirst && lines}
      {groups.map((ranked) => (
        <CommandGroup key={ranked.group} heading={none ? 'Or' : ranked.group}>
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
                {command.label}
              </CommandItem>
            )
          })}
        </CommandGroup>
      ))}
      {!isFirst && lines}
    </CommandMenu>
  )
}

/** What begins with the words that were typed comes before the variables: a project is opened by its name. */
const isNamedSo = (command: Command | undefined, search: string) =>
  command?.label.toLowerCase().startsWith(search.trim().toLowerCase()) === true

/** Opens a variable where it was found: its row, with Alt all its environments, with Ctrl in a tab of its own. */
function useOpenFound() {
  const router = useRouter()
  return ({ key, project, environments: [first] }: FoundVariable, { alt, command }: HeldKeys) => {
    const place = {
      to: '/project/$id',
      params: { id: String(project.id) },
      search: {
        tab: 'variables',
        find: key,
        ...(alt ? { view: 'grid' as const } : first && { environment: first.id }),
      },
    } as const
    if (command) window.open(router.buildLocation(place).href, '_blank', 'noopener')
    else void router.navigate(place)
  }
}

const groups: readonly { heading: string; shortcuts: readonly KeyHelp[] }[] = [
  {
    heading: 'Everywhere',
    shortcuts: [
      { keys: [`${commandKey}K`], does: 'Find a variable, or open the command menu' },
      { keys: ['G'], does: 'Go to the dashboard' },
      { keys: ['/'], does: 'Search on this page' },
      { keys: ['O'], does: 'Find an environment of the project' },
      { keys: ['[', ']'], does: 'Previous and next environment' },
      { keys: ['V'], does: 'Next view: table, grid, text' },
      { keys: ['N'], does: 'New project, environment, variable, key or invitation' },
      { keys: ['Esc'], does: 'Close, and return the focus' },
      { keys: ['?'], does: 'Show this list' },
    ],
  },
  { heading: 'In a table of variables', shortcuts: keyHelp.table },
  { heading: 'In the grid of environments', shortcuts: keyHelp.grid },
  { heading: 'In a comparison, besides', shortcuts: keyHelp.compare },
]

export function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="md">
      <div className="grid gap-5">
        {groups.map(({ heading, shortcuts }) => (
          <section key={heading} aria-label={heading} className="grid gap-2">
            <h3 className="text-small text-ink-3">{heading}</h3>
            <dl className="grid gap-2">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4">
                  <dt className="text-ink-2">{does}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

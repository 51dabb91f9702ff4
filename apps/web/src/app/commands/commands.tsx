import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { deferred } from '../../ui/deferred.tsx'
import { LoadingCommandMenu } from '../../ui/dialogs/loading-command-menu.tsx'
import { useFocusReturn } from '../../ui/dialogs/overlay.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { onOpenCommands } from '../shell/open-commands.ts'

const CommandPalette = deferred(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  LoadingCommandMenu,
)
const FindValueDialog = deferred(
  async () => (await import('../../features/workbench/same-value/find-value-dialog.tsx')).FindValueDialog,
)
const ShortcutsDialog = deferred(async () => (await import('./command-palette.tsx')).ShortcutsDialog)

/** The command menu and the list of shortcuts, and the keys that open them. */
export function Commands() {
  const [open, setOpen] = useState<'commands' | 'shortcuts' | 'find-value' | null>(null)
  const navigate = useNavigate()
  useEffect(() => onOpenCommands(() => setOpen('commands')), [])
  useShortcut('k', () => setOpen(open === 'commands' ? null : 'commands'), { command: true })
  useShortcut('?', () => setOpen('shortcuts'))
  useShortcut('g', () => void navigate({ to: '/dashboard' }))
  return (
    <>
      {open === 'commands' && (
        <CommandsMenu
          onOpenChange={(next) => setOpen(next ? 'commands' : null)}
          onShortcuts={() => setOpen('shortcuts')}
          onFindValue={() => setOpen('find-value')}
        />
      )}
      {open === 'find-value' && <FindValueDialog onClose={() => setOpen(null)} />}
      {open === 'shortcuts' && (
        <ShortcutsDialog open onOpenChange={(next) => setOpen(next ? 'shortcuts' : null)} />
      )}
    </>
  )
}

interface MenuProps {
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
  onFindValue: () => void
}

/** Keeps the search text and the previous focus while the loaded menu replaces the loading field. */
function CommandsMenu(props: MenuProps) {
  const [search, setSearch] = useState('')
  const restoreFocus = useFocusReturn(true)
  return <CommandPalette {...props} search={search} onSearch={setSearch} restoreFocus={restoreFocus} />
}

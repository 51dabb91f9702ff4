import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useShortcut } from '../ui/use-shortcut.ts'
import { onCommandsAsked } from './command-key.ts'
import { CommandList } from './command-list.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** The command menu and the list of shortcuts, and the keys that open them. */
export function Commands() {
  const [open, setOpen] = useState<'commands' | 'shortcuts' | null>(null)
  const navigate = useNavigate()
  useEffect(() => onCommandsAsked(() => setOpen('commands')), [])
  useShortcut('k', () => setOpen(open === 'commands' ? null : 'commands'), { command: true })
  useShortcut('?', () => setOpen('shortcuts'))
  useShortcut('g', () => void navigate({ to: '/dashboard' }))
  return (
    <>
      <CommandList
        open={open === 'commands'}
        onOpenChange={(next) => setOpen(next ? 'commands' : null)}
        onShortcuts={() => setOpen('shortcuts')}
      />
      <ShortcutsDialog
        open={open === 'shortcuts'}
        onOpenChange={(next) => setOpen(next ? 'shortcuts' : null)}
      />
    </>
  )
}

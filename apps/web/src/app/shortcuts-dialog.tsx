import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { commandKey } from './command-key.ts'

const shortcuts = [
  { keys: [`${commandKey}K`], does: 'Open the command menu' },
  { keys: ['G'], does: 'Go to the dashboard' },
  { keys: ['/'], does: 'Search on this page' },
  { keys: ['N'], does: 'New project, environment, variable or key' },
  { keys: ['↑', '↓'], does: 'Move through the rows of a table' },
  { keys: ['E'], does: 'Edit the row' },
  { keys: ['C'], does: 'Copy the row’s value, without showing it' },
  { keys: ['Enter'], does: 'Open or reveal the row' },
  { keys: ['Esc'], does: 'Close, and go back to where you were' },
  { keys: ['?'], does: 'Show this list' },
]

export function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="md">
      <dl className="grid gap-2.5">
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
    </Dialog>
  )
}

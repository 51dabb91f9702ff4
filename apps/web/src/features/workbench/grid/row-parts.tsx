import { EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext } from 'react'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { type Action, RowButton } from '../parts/menu-items.tsx'
import { type Command, commands } from '../store/row-commands.ts'
import type { GridPosition } from '../store/state.ts'
import { useActions } from '../store/workbench-store.ts'
import { SearchContext } from './grid-shape.ts'

/** A key with what was searched for, or below the row of its prefix, whose words it repeats in grey. */
export function KeyName({ line: { key, prefix } }: { line: Extract<KeyOrPrefix, { kind: 'key' }> }) {
  const search = useContext(SearchContext)
  if (prefix === '') return <HighlightMatch text={key} search={search} />
  return (
    <span>
      <span className="text-ink-3">{prefix}</span>
      {key.slice(prefix.length)}
    </span>
  )
}

// Made once: a row that is rendered again renders none of them.
const icons = new Map(Object.entries(commands).map(([name, { icon: Icon }]) => [name, <Icon key={name} />]))
const hideIcon = <EyeOff />

interface ButtonProps extends ComponentProps<typeof RowButton> {
  command: Command
  at: GridPosition
  /** In place of that of the command. */
  icon?: ReactNode
}

/** Runs a command on a row or a cell. */
export function CommandButton({ command, at, icon, children, ...button }: ButtonProps) {
  const { run } = useActions()
  return (
    <RowButton changes={commands[command].changes === true} onClick={() => run(command, at)} {...button}>
      {icon ?? icons.get(command)}
      {children}
    </RowButton>
  )
}

interface RevealProps extends Omit<ButtonProps, 'command'> {
  isShown: boolean
}

/** Reveals what `label` names, or hides it. */
export const RevealButton = ({ isShown, label, ...button }: RevealProps) => (
  <CommandButton
    command="toggle"
    label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
    aria-pressed={isShown}
    icon={isShown ? hideIcon : undefined}
    {...button}
  />
)

/** Commands at a position, as a menu offers them. */
export function useItems(at: GridPosition) {
  const { run } = useActions()
  return (command: Command): Action => ({ ...commands[command], run: () => run(command, at) })
}

/** A ring around the eye: the part of its time that a value has left. */
export const TimeLeft = () => (
  <svg aria-hidden="true" viewBox="0 0 30 30" className="reveal-time !size-auto">
    <circle cx="15" cy="15" r="13.5" pathLength="1" />
  </svg>
)

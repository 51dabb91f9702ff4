import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../../ui/class-names.ts'
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../../ui/dialogs/dropdown-menu.tsx'
import { Changing, useBlocked, useChange } from '../../../ui/feedback/blocked.tsx'

/** Something to do, as a menu, a toolbar or a bar offers it. */
export interface Action {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
  /** It changes something, so it can be blocked. */
  readonly changes?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface Props {
  /** Undefined and false are left out. */
  actions: readonly (Action | undefined | false)[]
  /** Separates them from those before. */
  label?: string | true
}

/** A group of actions in a menu. */
export function MenuItems({ actions, label }: Props) {
  const offered = actions.filter((action) => action !== undefined && action !== false)
  if (offered.length === 0) return null
  return (
    <>
      {label && <DropdownMenuSeparator />}
      {typeof label === 'string' && <DropdownMenuLabel>{label}</DropdownMenuLabel>}
      {offered.map(({ label: name, icon: Icon, run, changes, danger = false, disabled = false }) => {
        const item = (
          <DropdownMenuItem key={name} danger={danger} disabled={disabled} onSelect={run}>
            <Icon />
            {name}
          </DropdownMenuItem>
        )
        return changes ? <Changing key={name}>{item}</Changing> : item
      })}
    </>
  )
}

interface RowButtonProps extends ComponentProps<'button'> {
  label: string
  /** It changes something, so it can be blocked. */
  changes?: boolean
}

/** An icon button in a row. It uses `title`, because 8,000 tooltips would be slow to create. */
export function RowButton({ label, changes = false, className, onClick, ...rest }: RowButtonProps) {
  const reason = useBlocked()
  const change = useChange()
  const isBlocked = changes && reason !== undefined
  return (
    <button
      type="button"
      aria-label={label}
      title={isBlocked ? reason : label}
      {...(isBlocked ? { 'aria-disabled': true, onClick: () => change(() => {}) } : { onClick })}
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink aria-disabled:opacity-50 [&_svg]:size-4',
        className,
      )}
      {...rest}
    />
  )
}

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../class-names.ts'
import { commandMenuPlaceholder, commandMenuStyles } from './loading-command-menu.tsx'
import { useOverlayMask } from './overlay.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  search: string
  onSearch: (search: string) => void
  /** Gives the focus back to what opened the menu. */
  restoreFocus: (event: Event) => void
  /** The number of results, for screen readers. */
  count: number
  /** The first item: it is selected until the user moves the selection. */
  first: string | undefined
  children: ReactNode
}

/** A searchable list of commands. The caller filters and orders them. */
export function CommandMenu({
  open,
  onOpenChange,
  search,
  onSearch,
  restoreFocus,
  count,
  first = '',
  children,
}: Props) {
  const mask = useOverlayMask()
  const [chosen, setChosen] = useState(first)
  const moved = useRef(false)
  // Items that load late may be placed above the first one.
  useLayoutEffect(() => {
    if (!moved.current) setChosen(first)
  }, [first])
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay ref={mask.ref} className={commandMenuStyles.overlay} />
        <Radix.Content
          onCloseAutoFocus={restoreFocus}
          onPointerDownOutside={mask.onPointerDownOutside}
          aria-describedby={undefined}
          className={commandMenuStyles.box}
        >
          <Radix.Title className="sr-only">Command menu</Radix.Title>
          <Command
            label="Commands"
            loop
            shouldFilter={false}
            value={chosen}
            onValueChange={setChosen}
            onKeyDownCapture={({ key }) => {
              moved.current ||= key.startsWith('Arrow')
            }}
            onPointerMoveCapture={() => {
              moved.current = true
            }}
          >
            <div className={commandMenuStyles.field}>
              <Search className={commandMenuStyles.icon} aria-hidden="true" />
              <Command.Input
                // In the same commit as it appears, so that no letter falls between two fields.
                autoFocus
                placeholder={commandMenuPlaceholder}
                value={search}
                onValueChange={(typed) => {
                  moved.current = false
                  onSearch(typed)
                }}
                className={commandMenuStyles.input}
              />
            </div>
            <p role="status" className="sr-only">
              {search && (count === 1 ? '1 result' : `${count} results`)}
            </p>
            <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {count === 0 && <p className="px-3 py-8 text-center text-ink-2">Nothing matches “{search}”.</p>}
              {children}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const CommandGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-ink-3"
  >
    {children}
  </Command.Group>
)

interface ItemProps {
  icon?: ReactNode
  keys?: ReactNode
  /** Context, such as the project. */
  hint?: string | undefined
  /** It cannot be run now; the hint says why. */
  dimmed?: boolean
  onSelect: () => void
  children: ReactNode
  /** A unique id, because labels can repeat. */
  value: string
}

export const CommandItem = ({ icon, keys, hint, dimmed, onSelect, children, value }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
  >
    {icon}
    <span className={cn('truncate', dimmed && 'text-ink-3', hint ? 'max-w-3/4 shrink-0' : 'min-w-0')}>
      {children}
    </span>
    {hint && <span className="min-w-0 truncate text-small text-ink-3">{hint}</span>}
    <span className="flex-1" />
    {keys}
  </Command.Item>
)

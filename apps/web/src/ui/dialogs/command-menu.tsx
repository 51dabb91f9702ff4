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
  /** In place of the app's words. */
  placeholder?: string
  /** In place of 'Nothing matches', while there are no results. */
  none?: ReactNode
  /** What the keys do, below the results. */
  footer?: ReactNode
  /** Before Enter runs the selected item: which other keys are held. */
  onEnter?: ((heldKeys: HeldKeys) => void) | undefined
  children: ReactNode
}

/** Keys that are held while Enter is pressed. */
export interface HeldKeys {
  readonly alt: boolean
  /** Ctrl, or Command on a Mac. */
  readonly command: boolean
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
  placeholder = commandMenuPlaceholder,
  none,
  footer,
  onEnter,
  children,
}: Props) {
  const mask = useOverlayMask()
  const [chosen, setChosen] = useState(first)
  const moved = useRef(false)
  const searched = useRef(search)
  // Items that load late may be placed above the first one. Another search begins at its first one.
  useLayoutEffect(() => {
    if (searched.current !== search) moved.current = false
    searched.current = search
    if (!moved.current) setChosen(first)
  }, [first, search])
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
            onKeyDownCapture={({ key, altKey, ctrlKey, metaKey }) => {
              moved.current ||= key.startsWith('Arrow')
              if (key === 'Enter') onEnter?.({ alt: altKey, command: ctrlKey || metaKey })
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
                placeholder={placeholder}
                value={search}
                onValueChange={onSearch}
                className={commandMenuStyles.input}
              />
            </div>
            <p role="status" className="sr-only">
              {search && (count === 1 ? '1 result' : `${count} results`)}
            </p>
            <Command.List className="max-h-[min(29rem,62vh)] overflow-y-auto p-1.5 max-md:max-h-[calc(100dvh-6rem)]">
              {count === 0 && (
                <div className="px-3 py-8 text-center text-ink-2">
                  {none ?? `Nothing matches “${search}”.`}
                </div>
              )}
              {children}
            </Command.List>
            {footer}
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const CommandGroup = ({ heading, children }: { heading: ReactNode; children: ReactNode }) => (
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

interface LineProps {
  value: string
  className: string
  onSelect: () => void
  children: ReactNode
}

/** An item whose content is a line of columns. */
export const CommandLine = ({ value, className, onSelect, children }: LineProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className={cn('cursor-pointer rounded-md px-2.5 data-[selected=true]:bg-line', className)}
  >
    {children}
  </Command.Item>
)

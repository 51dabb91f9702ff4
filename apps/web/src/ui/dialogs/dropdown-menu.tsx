import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Suspense, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { MissingPart } from '../feedback/missing-part.tsx'
import type * as Parts from './dropdown-menu-parts.tsx'
import type { ChoicesProps, DropdownMenuProps } from './dropdown-menu-parts.tsx'

let parts: Promise<typeof Parts | null> | undefined

/** Null: they did not load. */
const loadParts = () => {
  parts ??= import('./dropdown-menu-parts.tsx').catch(() => null)
  return parts
}
const prepare = () => void loadParts()

const opensMenu = new Set(['ArrowDown', 'ArrowUp'])

/** A button that opens a menu. The menu's code loads on hover or focus. */
export function DropdownMenu({ trigger, defaultOpen = false, ...rest }: DropdownMenuProps) {
  const [isAsked, setAsked] = useState(defaultOpen)
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setAsked((before) => !before)}
      onKeyDown={(event) => {
        if (!opensMenu.has(event.key)) return
        event.preventDefault()
        setAsked(true)
      }}
    >
      {trigger}
    </Slot.Root>
  )
  if (!isAsked) return closed
  return (
    <Suspense fallback={closed}>
      <Loaded trigger={trigger} closed={closed} defaultOpen {...rest} />
    </Suspense>
  )
}

function Loaded({ closed, ...props }: DropdownMenuProps & { closed: ReactNode }) {
  const loaded = use(loadParts())
  if (loaded) return <loaded.Menu {...props} />
  // Messages need code that may be missing, too.
  const message = createPortal(
    <div className="fixed right-4 bottom-4 z-50 max-w-sm rounded-lg bg-raised shadow-high">
      <MissingPart />
    </div>,
    document.body,
  )
  return (
    <>
      {closed}
      {message}
    </>
  )
}

export function DropdownMenuItem(props: ComponentProps<typeof Parts.Item>) {
  const loaded = use(loadParts())
  return loaded && <loaded.Item {...props} />
}

export function DropdownMenuChoices<T extends string>(props: ChoicesProps<T>) {
  const loaded = use(loadParts())
  return loaded && <loaded.Choices {...props} />
}

export function DropdownMenuSeparator() {
  const loaded = use(loadParts())
  return loaded && <loaded.Separator />
}

export function DropdownMenuLabel(props: ComponentProps<typeof Parts.Label>) {
  const loaded = use(loadParts())
  return loaded && <loaded.Label {...props} />
}

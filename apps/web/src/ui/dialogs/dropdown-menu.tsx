import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { Suspense, use, useState } from 'react'
import type * as Parts from './dropdown-menu-parts.tsx'
import type { ChoicesProps, DropdownMenuProps } from './dropdown-menu-parts.tsx'

let parts: Promise<typeof Parts> | undefined

/** A failed load is retried by the next caller. */
const loadParts = () => {
  parts ??= import('./dropdown-menu-parts.tsx').catch((error: unknown) => {
    parts = undefined
    throw error
  })
  return parts
}
const prepare = () => void loadParts().catch(() => {})

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
      onClick={() => setAsked(true)}
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
      <Loaded trigger={trigger} defaultOpen {...rest} />
    </Suspense>
  )
}

function Loaded(props: DropdownMenuProps) {
  const { Menu } = use(loadParts())
  return <Menu {...props} />
}

export function DropdownMenuItem(props: ComponentProps<typeof Parts.Item>) {
  const { Item } = use(loadParts())
  return <Item {...props} />
}

export function DropdownMenuChoices<T extends string>(props: ChoicesProps<T>) {
  const { Choices } = use(loadParts())
  return <Choices {...props} />
}

export function DropdownMenuSeparator() {
  const { Separator } = use(loadParts())
  return <Separator />
}

export function DropdownMenuLabel(props: ComponentProps<typeof Parts.Label>) {
  const { Label } = use(loadParts())
  return <Label {...props} />
}

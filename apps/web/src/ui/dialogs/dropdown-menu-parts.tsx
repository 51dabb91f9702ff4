import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Opens on mount, for a trigger that was just rendered. */
  defaultOpen?: boolean
  /** Where the focus goes, if not back to the button. */
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}

export const Menu = ({
  trigger,
  align = 'end',
  defaultOpen = false,
  children,
  ...rest
}: DropdownMenuProps) => (
  <Radix.Root modal={false} defaultOpen={defaultOpen}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        {...rest}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-50 min-w-44 animate-appear rounded-md bg-raised p-1 shadow-high"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const itemStyles =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-small text-ink outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-ink-3'

export const Item = ({
  danger,
  className,
  ...rest
}: ComponentProps<typeof Radix.Item> & { danger?: boolean }) => (
  <Radix.Item
    className={cn(itemStyles, danger && 'text-bad data-highlighted:bg-bad-soft [&_svg]:text-bad', className)}
    {...rest}
  />
)

export interface ChoicesProps<T extends string> {
  options: readonly { readonly value: T; readonly label: ReactNode; readonly icon?: ReactNode }[]
  value: T
  onValueChange: (value: T) => void
}

/** A group of radio items. */
export const Choices = <T extends string>({ options, value, onValueChange }: ChoicesProps<T>) => (
  <Radix.RadioGroup value={value}>
    {options.map((option) => (
      <Radix.RadioItem
        key={option.value}
        value={option.value}
        onSelect={() => onValueChange(option.value)}
        className={itemStyles}
      >
        {option.icon}
        <span className="flex-1">{option.label}</span>
        <Radix.ItemIndicator className="size-1.5 rounded-full bg-accent" />
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
)

export const Separator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />

export const Label = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 py-1.5 text-small text-ink-3">{children}</Radix.Label>
)

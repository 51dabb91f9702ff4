import type { VariantProps } from 'class-variance-authority'
import { cva } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { cn } from './class-names.ts'
import { Spinner } from './feedback/loading.tsx'

const styles = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent-fill text-on-accent shadow-low hover:bg-accent-fill-hover',
        secondary: 'border border-line-strong bg-surface text-ink shadow-low hover:bg-hover',
        ghost: 'text-ink-2 hover:bg-hover hover:text-ink',
        danger: 'bg-bad-fill text-on-bad shadow-low hover:bg-bad-fill-hover',
        dangerOutline: 'border border-line-strong bg-surface text-bad shadow-low hover:bg-hover',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-7 px-2.5 text-small pointer-coarse:h-9',
        md: 'h-9 px-3.5 text-base',
        lg: 'h-11 px-5 text-base',
        icon: 'size-8 text-base pointer-coarse:size-9',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto rounded-sm px-0' }],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

type Props = ComponentProps<'button'> &
  VariantProps<typeof styles> & {
    /** Renders its only child, e.g. a link, with the button's style. */
    asChild?: boolean
    /** Shows a spinner and disables the button while work is in progress. */
    busy?: boolean
  }

export function Button({ variant, size, asChild, busy, className, children, disabled, ...rest }: Props) {
  useFocusAfter(busy)
  const classes = cn(styles({ variant, size }), className)
  if (asChild)
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner size="sm" />}
      {children}
    </button>
  )
}

/** Browsers take the focus from what is disabled while work runs: it gets it back afterwards. */
function useFocusAfter(busy = false) {
  const [wasBusy, setWasBusy] = useState(busy)
  const [focused, setFocused] = useState<Element | null>(null)
  if (busy !== wasBusy) {
    setWasBusy(busy)
    if (busy) setFocused(document.activeElement)
  }
  useLayoutEffect(() => {
    // Else something took the focus: without it, the page has it, or the dialog around.
    const isFree = !busy && focused !== null && document.activeElement?.contains(focused)
    if (isFree && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }, [busy, focused])
}

/** One thing to do about a banner or a row, beside its text. */
export const SmallButton = ({ text, ...rest }: Omit<Props, 'variant' | 'size'> & { text: string }) => (
  <Button variant="secondary" size="sm" {...rest}>
    {text}
  </Button>
)

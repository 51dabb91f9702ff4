import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

/** 16 px on touch: at a smaller size phones zoom into the field. */
export const controlStyles =
  'w-full rounded-md border border-control-line bg-surface px-3 text-base text-ink pointer-coarse:text-[1rem] transition-colors hover:border-ink-3 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad'

/** Marks the field that a dialog focuses; React renders no attribute for `autoFocus`. */
const focusMark = (autoFocus: boolean | undefined) => autoFocus && 'takes-focus'

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={cn(controlStyles, 'h-9', focusMark(rest.autoFocus), className)} {...rest} />
)

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={cn(controlStyles, 'min-h-20 py-2', focusMark(rest.autoFocus), className)} {...rest} />
)

/** Props of a field whose text the browser must not change. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

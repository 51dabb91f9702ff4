import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

/** 16 px on touch: at a smaller size phones zoom into the field. */
export const controlStyles =
  'w-full rounded-md border border-control-line bg-surface px-3 text-base text-ink pointer-coarse:text-[1rem] transition-colors hover:border-ink-3 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad'

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input data-autofocus={rest.autoFocus} className={cn(controlStyles, 'h-9', className)} {...rest} />
)

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    data-autofocus={rest.autoFocus}
    className={cn(controlStyles, 'min-h-20 py-2', className)}
    {...rest}
  />
)

/** Props of a field whose text the browser must not change. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

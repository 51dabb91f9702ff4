import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Label({ className, ...rest }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller names the control in htmlFor.
  return <label className={cn('text-small font-medium text-ink', className)} {...rest} />
}

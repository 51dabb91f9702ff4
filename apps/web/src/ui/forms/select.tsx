import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { controlStyles } from './input.tsx'

/** The native select. Its children are `<option>`s. */
export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <span className={cn('relative inline-grid w-full', className)}>
    <select className={cn(controlStyles, 'h-9 appearance-none truncate pr-8')} {...rest}>
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-ink-3"
    />
  </span>
)

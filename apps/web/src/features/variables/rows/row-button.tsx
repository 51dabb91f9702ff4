import type { ComponentProps } from 'react'
import { cn } from '../../../ui/class-names.ts'

/** An icon button in a row. It uses `title`, because 8,000 tooltips would be slow to create. */
export function RowButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4',
        className,
      )}
      {...rest}
    />
  )
}

import type { ComponentProps } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { useBlocked, useChange } from '../../../ui/feedback/blocked.tsx'

interface Props extends ComponentProps<'button'> {
  label: string
  /** It changes something, so it can be blocked. */
  changes?: boolean
}

/** An icon button in a row. It uses `title`, because 8,000 tooltips would be slow to create. */
export function RowButton({ label, changes = false, className, onClick, ...rest }: Props) {
  const reason = useBlocked()
  const change = useChange()
  const isBlocked = changes && reason !== undefined
  return (
    <button
      type="button"
      aria-label={label}
      title={isBlocked ? reason : label}
      {...(isBlocked ? { 'aria-disabled': true, onClick: () => change(() => {}) } : { onClick })}
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink aria-disabled:opacity-50 [&_svg]:size-4',
        className,
      )}
      {...rest}
    />
  )
}

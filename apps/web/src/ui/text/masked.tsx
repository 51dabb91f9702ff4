import { cn } from '../class-names.ts'

const dots = '•'.repeat(12)

interface Props {
  /** There is nothing to hide. */
  isEmpty?: boolean
  className?: string
}

/** A placeholder for a secret: twelve dots, whatever its length. */
export function Masked({ isEmpty = false, className }: Props) {
  if (isEmpty) return <span className="text-small text-ink-3 italic">empty</span>
  return (
    <span className={cn('text-base leading-5 tracking-[0.18em] text-ink-3 select-none', className)}>
      <span aria-hidden="true">{dots}</span>
      <span className="sr-only">Hidden</span>
    </span>
  )
}

import { cn } from '../class-names.ts'

/** The shape of loading content; it shows only after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('block animate-late', className)}>
      <span className="block size-full min-h-3 animate-pulse rounded-sm bg-line" />
    </span>
  )
}

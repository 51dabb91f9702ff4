import { Skeleton } from '../../../ui/skeleton.tsx'

/** Rows in their final shape. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-lg border bg-surface">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 border-b px-3 last:border-b-0 max-sm:h-16">
          <Skeleton className="size-7" />
          <Skeleton className="h-3.5 w-2/5 max-sm:w-3/5" />
          <Skeleton className="ml-auto h-3.5 w-24 max-sm:w-14" />
        </div>
      ))}
    </div>
  )
}

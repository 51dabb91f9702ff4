import { Skeleton } from '../../../ui/feedback/loading.tsx'

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="border-y bg-surface">
      <div className="h-9 border-b max-md:hidden" />
      {Array.from({ length: Math.max(rows, 3) }, (_, index) => `row ${index}`).map((key, index) => (
        <div key={key} className="flex h-10 items-center gap-6 border-b px-(--gutter) last:border-b-0">
          <Skeleton className={['h-3 w-40', 'h-3 w-56', 'h-3 w-32'][index % 3] ?? 'h-3 w-40'} />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  )
}

import { Skeleton, SkeletonRows } from '../../../ui/feedback/loading.tsx'

export const TableSkeleton = ({ rows }: { rows: number }) => (
  <div aria-hidden="true" className="animate-late border-y bg-surface">
    <div className="h-9 border-b max-md:hidden" />
    <SkeletonRows rows={rows} row="flex h-10 items-center gap-6 border-b px-(--gutter) last:border-b-0">
      <Skeleton className="h-3 w-48" />
      <Skeleton className="h-3 w-24" />
    </SkeletonRows>
  </div>
)

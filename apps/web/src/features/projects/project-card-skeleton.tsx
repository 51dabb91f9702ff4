import { Skeleton } from '../../ui/skeleton.tsx'

export function ProjectCardSkeleton() {
  return (
    <div aria-hidden="true" className="grid h-40 content-between rounded-lg border bg-surface p-5">
      <div className="grid gap-3">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
      <Skeleton className="h-3 w-1/2" />
    </div>
  )
}

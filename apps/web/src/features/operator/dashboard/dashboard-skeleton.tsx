import { Skeleton } from '../../../ui/skeleton.tsx'

const panels = ['User Status', 'Role Distribution', 'Subscription Plans']

export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5">
      <div className="flex h-20 items-center justify-between gap-6 rounded-lg border bg-surface px-4">
        <Skeleton className="h-6 w-full" />
      </div>
      <div className="grid gap-5 lg:grid-cols-3">
        {panels.map((name) => (
          <div key={name} className="grid h-46 content-center gap-5 rounded-lg border bg-surface px-4">
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  )
}

import { Skeleton } from '../../ui/skeleton.tsx'
import { Part } from './part.tsx'

/** The page's parts before their data is there. */
export const PageSkeleton = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
    <Part title="Current Plan">
      <Skeleton className="mt-3 h-12" />
    </Part>
    <Part title="Usage Overview">
      <div className="grid gap-x-8 gap-y-4 pt-4 lg:grid-cols-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </Part>
    <Part title="Available Plans">
      <div className="grid gap-4 pt-4 md:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </Part>
  </div>
)

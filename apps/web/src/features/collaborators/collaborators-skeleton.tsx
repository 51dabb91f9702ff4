import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The owner's block and the list below it, in their final shape. */
export function CollaboratorsSkeleton({ rows }: { rows: number }) {
  const list = Array.from({ length: Math.min(6, Math.max(1, rows)) }, (_, index) => `row ${index}`)
  return (
    <div aria-hidden="true" className="grid gap-6">
      {[['owner'], list].map((block) => (
        <div key={block[0]} className="grid gap-2">
          <Skeleton className="h-4 w-28" />
          <div className="rounded-lg border bg-surface">
            {block.map((key) => (
              <div
                key={key}
                className="flex h-[66px] items-center justify-between gap-6 border-b px-4 last:border-b-0"
              >
                <Skeleton className="h-3 w-40" />
                <Skeleton className="h-3 w-16" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

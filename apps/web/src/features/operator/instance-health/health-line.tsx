import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useApi } from '../../../connection/use-api.ts'
import { PageLink } from '../parts/page-link.tsx'
import { operatorPaths } from '../paths.ts'
import { useMayCall } from '../use-operator.ts'
import { healthQuery } from './health-queries.ts'
import { warningCountText } from './warning-messages.ts'

/** One line for the dashboard: how many warnings there are. */
export function HealthLine() {
  const { data, isError } = useQuery({ ...healthQuery(useApi()), enabled: useMayCall('readInstanceHealth') })
  // The line has its height while it loads, so that the figures below it stay where they are.
  if (!data && !isError) return <div className="min-h-6" />
  const count = data?.warnings.length ?? 0
  const isGood = data !== undefined && count === 0
  const Icon = isGood ? CircleCheck : TriangleAlert
  const text = isGood ? 'All good' : data ? warningCountText(count) : 'It could not be read'
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-2 text-small">
      <Icon className={isGood ? 'size-4 text-good' : 'size-4 text-warn'} aria-hidden="true" />
      <span>Instance health: {text}</span>
      <PageLink to={operatorPaths.health()} call="readInstanceHealth">
        View Health
      </PageLink>
    </p>
  )
}

import type { DelayedChangeView } from '@envhold/contract/delayed-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { delayedChangesQuery } from './delayed-changes-query.ts'

interface Props {
  changes: readonly DelayedChangeView[]
}

/** Few people ever see the list, so its code loads for them alone. Its place is as high as it is. */
const PendingChangeList = deferred<Props>(
  async () => (await import('./pending-change-list.tsx')).PendingChangeList,
  ({ changes }) => (
    <div className="grid gap-3">
      {changes.map(({ id, reason }) => (
        <Skeleton key={id} className={reason === null ? 'h-[4.25rem]' : 'h-[5.5rem]'} />
      ))}
    </div>
  ),
)

/** Changes that take effect later. Shown on the account page and the dashboard. */
export function PendingChanges() {
  const { data = [] } = useQuery(delayedChangesQuery(useApi()))
  return data.length > 0 && <PendingChangeList changes={data} />
}

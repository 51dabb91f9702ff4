import type { DelayedChangeView } from '@envhold/contract/accounts/account-security.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { delayedChangesQuery } from './delayed-changes-query.ts'

interface Props {
  changes: readonly DelayedChangeView[]
}

/** Few people ever see the list, so its code loads for them alone. */
const PendingChangeList = deferred<Props>(
  async () => (await import('./pending-change-list.tsx')).PendingChangeList,
  ({ changes }) => changes.map(({ id }) => <Skeleton key={id} className="h-12" />),
)

/** Changes that take effect later. Shown on every signed-in page, until they happen or are stopped. */
export function PendingChanges() {
  const { data = [] } = useQuery(delayedChangesQuery(useApi()))
  return (
    data.length > 0 && (
      <aside aria-label="Pending changes">
        <PendingChangeList changes={data} />
      </aside>
    )
  )
}

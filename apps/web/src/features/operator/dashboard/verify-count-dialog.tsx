import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { adminStatsQuery, graceUsersQuery } from './statistics-queries.ts'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Counts the list again on the server, and says whether the card agrees with it. */
export function VerifyCountDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Verify Count">
      <Content />
    </Dialog>
  )
}

function Content() {
  const api = useApi()
  const list = useQuery({ ...graceUsersQuery(api), refetchOnMount: 'always' })
  const card = useQuery({ ...adminStatsQuery(api), refetchOnMount: 'always' })
  const isFetching = list.isFetching || card.isFetching
  const both = {
    // Never an older count.
    data:
      isFetching || !list.data || !card.data
        ? undefined
        : { listed: list.data.total, counted: card.data.gracePeriod.active },
    error: list.error ?? card.error,
    isFetching,
    refetch: () => Promise.all([list.refetch(), card.refetch()]),
  }
  return (
    <QueryState query={both} call="listGracePeriodUsers" failure="Error fetching grace period users">
      {({ listed, counted }) => (
        <>
          <Banner tone={listed === counted ? 'good' : 'warn'}>
            {listed === counted
              ? 'The card and the list agree.'
              : 'The card and the list do not agree. The numbers may have just changed: check again in a minute.'}
          </Banner>
          <DetailRows
            facts={[
              { label: 'Active on the card', value: formatCount(counted) },
              { label: 'Users in the list', value: formatCount(listed) },
            ]}
          />
        </>
      )}
    </QueryState>
  )
}

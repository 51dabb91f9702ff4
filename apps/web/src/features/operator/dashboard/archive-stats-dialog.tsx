import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { archivesStatsQuery } from '../jobs/job-queries.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ArchiveStatsDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Archive Statistics">
      <Content />
    </Dialog>
  )
}

function Content() {
  const query = useQuery({ ...archivesStatsQuery(useApi()), refetchOnMount: 'always' })
  return (
    <QueryState query={query} call="readArchivesStats" failure="Error fetching archive statistics">
      {({ totalArchivedProjects, usersWithArchives, restorationEligible }) => (
        <DetailRows
          facts={[
            { label: 'Archived projects', value: formatCount(totalArchivedProjects) },
            { label: 'Users with archives', value: formatCount(usersWithArchives) },
            { label: 'Eligible for restoring', value: formatCount(restorationEligible) },
          ]}
        />
      )}
    </QueryState>
  )
}

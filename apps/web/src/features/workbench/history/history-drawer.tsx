import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { versionsQuery } from '../data/variable-queries.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { HistoryState } from './timeline.tsx'
import { VersionEntry } from './version-entry.tsx'

interface Props {
  environment: Environment
  canWrite: boolean
  onClose: () => void
}

/** Who changed what, and when: names only, until one version is opened. */
export function HistoryDrawer({ environment, canWrite, onClose }: Props) {
  const connection = useConnection()
  const [restoring, setRestoring] = useState<number>()
  const history = useInfiniteQuery(versionsQuery(connection, environment.id))
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? []
  const wholeFrom = history.data?.pages.at(-1)?.whole_from

  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title="History"
      description={
        <>
          Every version of{' '}
          <EnvironmentName environment={environment} className="ml-0.5 font-medium text-ink" />, newest first
        </>
      }
    >
      <HistoryState query={history} />
      {history.isSuccess && versions.length === 0 && (
        <EmptyState icon={History} title="No versions yet">
          The first variable you save makes version 1.
        </EmptyState>
      )}
      {versions.length > 0 && (
        <ol className="grid">
          {versions.map((summary) => (
            <VersionEntry
              key={summary.version}
              environment={environment}
              summary={summary}
              onRestore={canWrite ? setRestoring : undefined}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Load more
        </Button>
      )}
      {wholeFrom && !history.hasNextPage && (
        <p className="mt-4 text-center text-small text-ink-3">
          The history is complete from version {wholeFrom.version} on, <Time at={wholeFrom.created_at} date />
          .
        </p>
      )}
      {restoring !== undefined && (
        <RestoreDialog
          environment={environment}
          version={restoring}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Drawer>
  )
}

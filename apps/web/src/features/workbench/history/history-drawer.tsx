import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { versionQuery, versionsQuery } from '../data/variable-queries.ts'
import { ChangeSign } from '../parts/change-sign.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { HistoryState, TimelineItem } from './timeline.tsx'

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
          Every version of <EnvironmentName environment={environment} className="font-medium text-ink" />,
          newest first
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

const kinds = ['added', 'changed', 'removed'] as const
const namesShown = 6

interface VersionEntryProps {
  environment: Pick<Environment, 'id' | 'version'>
  summary: VersionSummary
  /** Without it, nothing can be restored. */
  onRestore: ((version: number) => void) | undefined
}

function VersionEntry({ environment, summary, onRestore }: VersionEntryProps) {
  const { version } = summary
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const isCurrent = version === environment.version
  const names = kinds.flatMap((kind) => summary[kind].map((key) => ({ key, kind })))
  const hidden = all ? 0 : Math.max(0, names.length - namesShown)
  return (
    <TimelineItem title={`Version ${version}`} version={summary} isCurrent={isCurrent}>
      {names.length === 0 ? (
        <p className="text-small text-ink-3">No keys were added, changed or removed.</p>
      ) : (
        <ul className="grid gap-0.5">
          {names.slice(0, names.length - hidden).map(({ key, kind }) => (
            <li key={kind + key} className="flex gap-2 font-mono text-small">
              <ChangeSign kind={kind} />
              <span className="sr-only">{kind}</span>
              <span className="min-w-0 break-all">{key}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-4 text-small">
        {hidden > 0 && (
          <Button variant="link" className="text-small" onClick={() => setAll(true)}>
            and {hidden} more
          </Button>
        )}
        <Button variant="link" className="text-small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide its variables' : 'Show its variables'}
        </Button>
        {onRestore && !isCurrent && (
          <Changing>
            <Button variant="link" className="text-small" onClick={() => onRestore(version)}>
              Restore
            </Button>
          </Changing>
        )}
      </div>
      {open && <VersionVariables environmentId={environment.id} version={version} />}
    </TimelineItem>
  )
}

/** A version's variables; each value hidden until revealed. */
function VersionVariables({ environmentId, version }: { environmentId: number; version: number }) {
  const { data, error } = useQuery(versionQuery(useConnection(), environmentId, version))
  if (error) return <p className="text-small text-bad">{errorText(error)}</p>
  if (!data) return <Skeleton className="h-20" />
  const entries = [...data.variables].sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return <p className="text-small text-ink-3">This version holds no variables.</p>
  return (
    <ul className="max-h-80 overflow-y-auto rounded-md border bg-surface">
      {entries.map(([key, { value }]) => (
        <li
          key={key}
          className="border-b px-3 py-1 last:border-b-0 [contain-intrinsic-size:auto_60px] [content-visibility:auto]"
        >
          <span className="block truncate pt-0.5 font-mono text-small" title={key}>
            {key}
          </span>
          <SecretField value={value} label={key} />
        </li>
      ))}
    </ul>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { OldestEntry, RunEntry } from './key-entry.tsx'
import { useKeyHistory, useOldValues } from './key-history-queries.ts'
import { RestoreValueDialog } from './restore-dialog.tsx'
import { HistoryState } from './timeline.tsx'

interface Props {
  environment: Environment
  name: string
  variables: Variables
  canWrite: boolean
  onClose: () => void
}

/** Who changed one variable, and when. Values are read one at a time, and only when they are asked for. */
export function KeyHistoryDrawer({ environment, name, variables, canWrite, onClose }: Props) {
  const exists = variables.has(name)
  const history = useKeyHistory(environment.id, name, exists)
  const { query, changes, runs, before, isSearching } = history
  const versions = changes.filter(({ kind }) => kind !== 'removed')
  const keyIn = (version: number) =>
    changes.find((change) => change.version <= version)?.key ??
    changes.at(-1)?.from ??
    changes.at(-1)?.key ??
    name
  const oldest = before ? [{ version: before.version, key: keyIn(before.version) }] : []
  const values = useOldValues(environment.id, [...versions, ...oldest])
  const [restoring, setRestoring] = useState<number>()
  const entry = {
    name,
    values,
    /** The version that the current value is from. */
    current: exists ? changes[0]?.version : undefined,
    onRestore: canWrite ? setRestoring : undefined,
  }

  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={<span className="break-all">History of {name}</span>}
      description={
        <>
          In <EnvironmentName environment={environment} className="font-medium text-ink" />, newest first ·{' '}
          <Link
            to="/project/$id"
            params={{ id: String(environment.project_id) }}
            search={{ tab: 'activity', environment: environment.id, q: name, kind: 'all' }}
            className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            Log of {name}
          </Link>
        </>
      }
    >
      <HistoryState query={query} />
      {query.isSuccess && !isSearching && runs.length === 0 && !before && (
        <EmptyState icon={History} title="No changes found">
          {query.hasNextPage
            ? `No change to ${name} in the versions searched so far.`
            : `No stored version names ${name}.`}
        </EmptyState>
      )}
      {(runs.length > 0 || before) && (
        <ol className="grid" aria-label={`Changes of ${name}`}>
          {runs.map((run) => (
            <RunEntry key={run.newest.version} run={run} {...entry} />
          ))}
          {before && <OldestEntry oldest={before} isOnly={runs.length === 0} {...entry} />}
        </ol>
      )}
      {isSearching && !query.isPending && (
        <p role="status" className="mt-4 text-center text-small text-ink-3">
          Searching older versions…
        </p>
      )}
      {query.hasNextPage && !isSearching && !query.isError && (
        <div className="mt-4 grid gap-2 text-center text-small text-ink-3">
          <Button variant="secondary" className="w-full" busy={query.isFetching} onClick={history.loadOlder}>
            Load older
          </Button>
          {history.searchedFrom && <p>Searched back to version {history.searchedFrom.version}.</p>}
        </div>
      )}
      {history.wholeFrom && !query.hasNextPage && (
        <p className="mt-4 text-center text-small text-ink-3">
          The oldest stored version is {history.wholeFrom.version},{' '}
          <Time at={history.wholeFrom.created_at} date />.
        </p>
      )}
      {restoring !== undefined && (
        <RestoreValueDialog
          environment={environment}
          name={name}
          version={{ number: restoring, key: keyIn(restoring) }}
          present={variables.get(name)}
          // The message with Undo cannot be reached behind the drawer.
          onClose={(isRestored) => (isRestored ? onClose() : setRestoring(undefined))}
        />
      )}
    </Drawer>
  )
}

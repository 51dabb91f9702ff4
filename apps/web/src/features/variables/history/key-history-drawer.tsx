import type { Environment } from '@envhold/contract/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Time } from '../../../ui/time.tsx'
import { KeyHistoryStates } from './key-history-states.tsx'
import { KeyRunEntry } from './key-run-entry.tsx'
import { OldestEntry } from './oldest-entry.tsx'
import { RestoreValueDialog } from './restore-value-dialog.tsx'
import { useKeyHistory } from './use-key-history.ts'
import { useOldValues } from './use-old-values.ts'

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
  const versions = changes.filter(({ kind }) => kind !== 'removed').map(({ version }) => version)
  const values = useOldValues(environment.id, name, before ? [...versions, before.version] : versions)
  const [restoring, setRestoring] = useState<number>()
  const isEmpty = query.isSuccess && !isSearching && runs.length === 0 && !before
  /** The version that the current value is from. */
  const current = exists ? changes[0]?.version : undefined
  const entry = {
    name,
    values,
    current,
    onRestore: canWrite ? setRestoring : undefined,
  }

  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={<span className="break-all">History of {name}</span>}
      description={
        <>
          In <span className="font-medium text-ink">{environment.name}</span>, newest first
        </>
      }
    >
      <KeyHistoryStates name={name} query={query} isEmpty={isEmpty} />
      {(runs.length > 0 || before) && (
        <ol className="grid" aria-label={`Changes of ${name}`}>
          {runs.map((run) => (
            <KeyRunEntry key={run.newest.version} run={run} {...entry} />
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
          version={restoring}
          present={variables.get(name)}
          // The message with Undo cannot be reached behind the drawer.
          onRestored={onClose}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Drawer>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { KeyChange, KeyChangeKind, KeyChangeRun } from '@envhold/contract/variables/versions.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { type EntryContext, TimelineItem, VersionValue } from './key-entry.tsx'
import { useKeyHistory, useOldValues } from './key-history-queries.ts'
import { KeyHistoryStates } from './key-history-states.tsx'
import { RestoreValueDialog } from './restore-value-dialog.tsx'

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
          version={{ number: restoring, key: keyIn(restoring) }}
          present={variables.get(name)}
          // The message with Undo cannot be reached behind the drawer.
          onRestored={onClose}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Drawer>
  )
}

interface OldestEntryProps extends EntryContext {
  oldest: { readonly version: number; readonly created_at: string }
  /** No stored version has changed it. */
  isOnly: boolean
}

/** The oldest stored version, which shows the value before the oldest change that is stored. */
function OldestEntry({ oldest, isOnly, ...context }: OldestEntryProps) {
  const current = isOnly ? oldest.version : context.current
  return (
    <TimelineItem isCurrent={isOnly}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{isOnly ? 'Not changed since' : 'Before that'}</span>
        {isOnly && <Badge tone="accent">Current</Badge>}
        <span className="ml-auto text-small text-ink-3">
          <Time at={oldest.created_at} />
        </span>
      </div>
      <p className="text-small text-ink-3">version {oldest.version}, the oldest stored</p>
      <VersionValue {...context} version={oldest.version} current={current} />
    </TimelineItem>
  )
}

const kinds: Readonly<Record<KeyChangeKind, { sign: string; word: string; style: string }>> = {
  added: { sign: '+', word: 'Added', style: 'text-good' },
  'added-again': { sign: '+', word: 'Added again', style: 'text-good' },
  changed: { sign: '~', word: 'Changed', style: 'text-warn' },
  removed: { sign: '−', word: 'Removed', style: 'text-bad' },
  renamed: { sign: '~', word: 'Renamed', style: 'text-warn' },
}

interface KeyRunEntryProps extends EntryContext {
  run: KeyChangeRun
}

/** Changes that one user made in a short time: the newest one, the others on demand. */
function KeyRunEntry({ run: { newest, earlier }, ...context }: KeyRunEntryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Change change={newest} count={open ? 1 : earlier.length + 1} {...context}>
        {earlier.length > 0 && !open && (
          <Button variant="link" className="justify-self-start text-small" onClick={() => setOpen(true)}>
            {earlier.length === 1 ? 'Show the change before' : `Show the ${earlier.length} changes before`}
          </Button>
        )}
      </Change>
      {open &&
        earlier.map((change) => <Change key={change.version} change={change} count={1} {...context} />)}
    </>
  )
}

interface ChangeProps extends EntryContext {
  change: KeyChange
  /** How many changes it stands for. */
  count: number
  children?: React.ReactNode
}

function Change({ change, count, children, ...context }: ChangeProps) {
  const { version, kind, author } = change
  const { sign, word, style } = kinds[kind]
  const isCurrent = version === context.current
  return (
    <TimelineItem isCurrent={isCurrent}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">
          <span aria-hidden="true" className={cn('mr-1.5 font-mono', style)}>
            {sign}
          </span>
          {word}
          {change.from && (
            <>
              {' from '}
              <span className="font-mono text-small break-all">{change.from}</span>
            </>
          )}
          {count > 1 && ` ${count} times`}
        </span>
        {isCurrent && <Badge tone="accent">Current</Badge>}
        <span className="ml-auto text-small text-ink-3">
          <Time at={change.created_at} />
        </span>
      </div>
      <p className="text-small text-ink-2">
        {author.username ?? 'A deleted account'}
        {author.token_name && <> · {author.token_name}</>}
        <span className="text-ink-3"> · version {version}</span>
      </p>
      {kind !== 'removed' && <VersionValue version={version} {...context} />}
      {children}
    </TimelineItem>
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { KeyChange, KeyChangeKind, KeyChangeRun } from '@envhold/contract/variables/versions.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { type ChangeKind, ChangeSign } from '../parts/change-sign.tsx'
import { type OldValue, useKeyHistory, useOldValues } from './key-history-queries.ts'
import { RestoreValueDialog } from './restore-dialog.tsx'
import { HistoryState, TimelineItem } from './timeline.tsx'

interface Props {
  environment: Environment
  name: string
  /** Undefined while they are not read: the drawer stays when the session ends, and the vault is locked then. */
  variables: Variables | undefined
  canWrite: boolean
  onClose: () => void
}

/** Who changed one variable, and when. Values are read one at a time, and only when they are asked for. */
export function KeyHistoryDrawer({ environment, name, variables, canWrite, onClose }: Props) {
  const [present, setPresent] = useState(variables?.get(name))
  if (variables && variables.get(name) !== present) setPresent(variables.get(name))
  const exists = present !== undefined
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
          In <EnvironmentName environment={environment} className="ml-0.5 font-medium text-ink" />, newest
          first ·{' '}
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
          present={present}
          // The message with Undo cannot be reached behind the drawer.
          onClose={(isRestored) => (isRestored ? onClose() : setRestoring(undefined))}
        />
      )}
    </Drawer>
  )
}

/** What all entries of a key's history share. */
interface EntryContext {
  name: string
  values: (version: number) => OldValue
  /** The version that the current value is from. */
  current: number | undefined
  /** Without it, nothing can be restored. */
  onRestore: ((version: number) => void) | undefined
}

/** The value of one version: hidden, and not even read until it is revealed. */
function VersionValue({ name, version, values, current, onRestore }: EntryContext & { version: number }) {
  const { variable, error, sameAs, read } = values(version)
  if (variable === null)
    return <p className="text-small text-ink-3">Version {version} no longer shows this value.</p>
  return (
    <div className="grid gap-0.5">
      <div className="flex min-w-0 items-center gap-2">
        <SecretField
          value={variable?.value}
          label={`${name} in version ${version}`}
          onReveal={read}
          className="flex-1"
        />
        {onRestore && version !== current && (
          <Changing>
            <Button
              variant="link"
              className="text-small"
              aria-label={`Restore this value of version ${version}`}
              onClick={() => onRestore(version)}
            >
              Restore this value
            </Button>
          </Changing>
        )}
      </div>
      {error && (
        <p role="alert" className="text-small text-bad">
          {errorText(error)}
        </p>
      )}
      {sameAs !== undefined && <p className="text-small text-ink-3">Same value as version {sameAs}</p>}
    </div>
  )
}

interface OldestEntryProps extends EntryContext {
  oldest: { readonly version: number; readonly created_at: string }
  /** No stored version has changed it. */
  isOnly: boolean
}

/** The oldest stored version, which shows the value before the oldest change that is stored. */
function OldestEntry({ oldest, isOnly, ...context }: OldestEntryProps) {
  const { version } = oldest
  return (
    <TimelineItem
      title={isOnly ? 'Not changed since' : 'Before that'}
      version={oldest}
      note={`version ${version}, the oldest stored`}
      isCurrent={isOnly}
    >
      <VersionValue {...context} version={version} current={isOnly ? version : context.current} />
    </TimelineItem>
  )
}

const kinds: Readonly<Record<KeyChangeKind, { kind: ChangeKind; word: string }>> = {
  added: { kind: 'added', word: 'Added' },
  'added-again': { kind: 'added', word: 'Added again' },
  changed: { kind: 'changed', word: 'Changed' },
  removed: { kind: 'removed', word: 'Removed' },
  renamed: { kind: 'changed', word: 'Renamed' },
}

interface RunEntryProps extends EntryContext {
  run: KeyChangeRun
}

/** Changes that one user made in a short time: the newest one, the others on demand. */
function RunEntry({ run: { newest, earlier }, ...context }: RunEntryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Change change={newest} count={open ? 1 : earlier.length + 1} context={context}>
        {earlier.length > 0 && !open && (
          <Button variant="link" className="justify-self-start text-small" onClick={() => setOpen(true)}>
            {earlier.length === 1 ? 'Show the change before' : `Show the ${earlier.length} changes before`}
          </Button>
        )}
      </Change>
      {open &&
        earlier.map((change) => <Change key={change.version} change={change} count={1} context={context} />)}
    </>
  )
}

interface ChangeProps {
  change: KeyChange
  /** How many changes it stands for. */
  count: number
  context: EntryContext
  children?: ReactNode
}

function Change({ change, count, context, children }: ChangeProps) {
  const { version, from } = change
  const { kind, word } = kinds[change.kind]
  const title = (
    <>
      <ChangeSign kind={kind} className="mr-1.5 font-mono" />
      {word}
      {from && (
        <>
          {' from '}
          <span className="font-mono text-small break-all">{from}</span>
        </>
      )}
      {count > 1 && ` ${count} times`}
    </>
  )
  return (
    <TimelineItem
      title={title}
      version={change}
      note={`version ${version}`}
      isCurrent={version === context.current}
    >
      {kind !== 'removed' && <VersionValue version={version} {...context} />}
      {children}
    </TimelineItem>
  )
}

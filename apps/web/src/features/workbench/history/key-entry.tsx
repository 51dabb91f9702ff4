import type { KeyChange, KeyChangeKind, KeyChangeRun } from '@envhold/contract/variables/versions.ts'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { type ChangeKind, ChangeSign } from '../parts/change-sign.tsx'
import type { OldValue } from './key-history-queries.ts'
import { TimelineItem } from './timeline.tsx'

/** What all entries of a key's history share. */
export interface EntryContext {
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
export function OldestEntry({ oldest, isOnly, ...context }: OldestEntryProps) {
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
export function RunEntry({ run: { newest, earlier }, ...context }: RunEntryProps) {
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

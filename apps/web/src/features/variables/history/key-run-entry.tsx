import type { KeyChange, KeyChangeKind, KeyChangeRun } from '@envhold/contract/key-history.ts'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Time } from '../../../ui/time.tsx'
import { type EntryContext, TimelineItem, VersionValue } from './key-entry.tsx'

const kinds: Readonly<Record<KeyChangeKind, { sign: string; word: string; style: string }>> = {
  added: { sign: '+', word: 'Added', style: 'text-good' },
  'added-again': { sign: '+', word: 'Added again', style: 'text-good' },
  changed: { sign: '~', word: 'Changed', style: 'text-warn' },
  removed: { sign: '−', word: 'Removed', style: 'text-bad' },
}

interface Props extends EntryContext {
  run: KeyChangeRun
}

/** Changes that one user made in a short time: the newest one, the others on demand. */
export function KeyRunEntry({ run: { newest, earlier }, ...context }: Props) {
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

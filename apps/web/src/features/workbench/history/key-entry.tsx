import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import type { OldValue } from './key-history-queries.ts'

/** What all entries of a key's history share. */
export interface EntryContext {
  name: string
  values: (version: number) => OldValue
  /** The version that the current value is from. */
  current: number | undefined
  /** Without it, nothing can be restored. */
  onRestore: ((version: number) => void) | undefined
}

interface Props {
  isCurrent: boolean
  children: ReactNode
}

/** One entry on the line of time. */
export const TimelineItem = ({ isCurrent, children }: Props) => (
  <li className="relative grid gap-1 border-l border-line-strong pb-5 pl-5 last:pb-0">
    <span
      aria-hidden="true"
      className={cn(
        'absolute top-1.5 -left-[5px] size-[9px] rounded-full border-2 border-raised',
        isCurrent ? 'bg-accent' : 'bg-control-line',
      )}
    />
    {children}
  </li>
)

/** The value of one version: hidden, and not even read until it is revealed. */
export function VersionValue({
  name,
  version,
  values,
  current,
  onRestore,
}: EntryContext & { version: number }) {
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

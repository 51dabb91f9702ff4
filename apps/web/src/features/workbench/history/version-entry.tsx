import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { versionQuery } from '../data/variable-queries.ts'

const kinds = [
  { kind: 'added', sign: '+', style: 'text-good' },
  { kind: 'changed', sign: '~', style: 'text-warn' },
  { kind: 'removed', sign: '−', style: 'text-bad' },
] as const
const namesShown = 6

interface Props {
  environmentId: number
  summary: VersionSummary
  current: boolean
  canRestore: boolean
  onRestore: () => void
}

export function VersionEntry({ environmentId, summary, current, canRestore, onRestore }: Props) {
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const names = kinds.flatMap(({ kind, sign, style }) =>
    summary[kind].map((key) => ({ key, kind, sign, style })),
  )
  const hidden = all ? 0 : Math.max(0, names.length - namesShown)

  return (
    <li className="relative grid gap-2 border-l border-line-strong pb-6 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1.5 -left-[5px] size-[9px] rounded-full border-2 border-raised',
          current ? 'bg-accent' : 'bg-control-line',
        )}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">Version {summary.version}</span>
        {current && <Badge tone="accent">Current</Badge>}
        <span className="ml-auto text-small text-ink-3">
          <Time at={summary.created_at} />
        </span>
      </div>
      <p className="text-small text-ink-2">
        {summary.author.username ?? 'A deleted account'}
        {summary.author.token_name && <> · {summary.author.token_name}</>}
      </p>
      {names.length === 0 ? (
        <p className="text-small text-ink-3">No keys were added, changed or removed.</p>
      ) : (
        <ul className="grid gap-0.5">
          {names.slice(0, names.length - hidden).map(({ key, kind, sign, style }) => (
            <li key={kind + key} className="flex gap-2 font-mono text-small">
              <span aria-hidden="true" className={cn('w-3 shrink-0 text-center font-medium', style)}>
                {sign}
              </span>
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
        {canRestore && (
          <Changing>
            <Button variant="link" className="text-small" onClick={onRestore}>
              Restore
            </Button>
          </Changing>
        )}
      </div>
      {open && <VersionVariables environmentId={environmentId} version={summary.version} />}
    </li>
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

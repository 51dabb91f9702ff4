import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { SecretField } from '../../../ui/forms/secret-field.tsx'
import { versionQuery } from '../data/variable-queries.ts'
import { ChangeSign } from '../parts/change-sign.tsx'
import { TimelineItem } from './timeline.tsx'

const kinds = ['added', 'changed', 'removed'] as const
const namesShown = 6

interface Props {
  environment: Pick<Environment, 'id' | 'version'>
  summary: VersionSummary
  /** Without it, nothing can be restored. */
  onRestore: ((version: number) => void) | undefined
}

export function VersionEntry({ environment, summary, onRestore }: Props) {
  const { version } = summary
  const { withUnlockedVault } = useConnection()
  const [open, setOpen] = useState(false)
  // Without the master password, it stays closed.
  const show = () => withUnlockedVault(async () => setOpen(true)).catch(() => {})
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
        <Button
          variant="link"
          className="text-small"
          aria-expanded={open}
          onClick={() => (open ? setOpen(false) : void show())}
        >
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
  const { data: variables, error } = useQuery(versionQuery(useConnection(), environmentId, version))
  if (error) return <p className="text-small text-bad">{errorText(error)}</p>
  if (!variables) return <Skeleton className="h-20" />
  const entries = [...variables].sort(([a], [b]) => (a < b ? -1 : 1))
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

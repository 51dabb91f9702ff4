import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { SecretField } from '../../../ui/secret-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { versionQuery } from '../variable-queries.ts'

/** A version's variables; each value hidden until revealed. */
export function VersionVariables({ environmentId, version }: { environmentId: number; version: number }) {
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

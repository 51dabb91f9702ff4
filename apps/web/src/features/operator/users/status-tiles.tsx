import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listUsers } from '@envhold/contract/operator/users.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { statusNames } from './user-table.tsx'

export const statuses = ['ACTIVE', 'SUSPENDED', 'INACTIVE', 'PENDING'] as const

type Status = 'all' | (typeof statuses)[number]

interface Props extends Pick<OutputOf<typeof listUsers>, 'counts'> {
  readonly status: Status
  readonly onChoose: (status: Status) => void
}

/** How many users there are in each status, whatever the filter. A tile shows these alone. */
export function StatusTiles({ counts, status, onChoose }: Props) {
  const total = statuses.reduce((sum, status) => sum + counts[status], 0)
  const tiles = [
    { value: 'all', label: 'All Users', count: total },
    ...statuses.map((value) => ({ value, label: statusNames[value], count: counts[value] })),
  ] as const
  return (
    // A line between two figures is the ground of the grid.
    <fieldset
      aria-label="Number of users"
      className="mb-4 grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-line sm:grid-cols-5"
    >
      {tiles.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === status}
          onClick={() => onChoose(value)}
          className="-outline-offset-2 flex flex-col bg-surface px-4 py-3 text-left transition-colors hover:bg-hover max-sm:first:col-span-2 aria-pressed:bg-hover"
        >
          <span className="text-title font-semibold tabular-nums">{formatCount(count)}</span>
          <span className="text-small text-ink-2">{label}</span>
        </button>
      ))}
    </fieldset>
  )
}

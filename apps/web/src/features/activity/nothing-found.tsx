import { type ActivityTimeRange, activityTimeRanges } from '@envhold/contract/activity/activity.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface Props {
  icon: LucideIcon
  title: string
  range: ActivityTimeRange
  /** The search text, if any. */
  search: string
  /** Where the search applies; by default the whole time range. */
  searched?: string
  onClearSearch: () => void
  /** The filter besides the search: its name, how to clear it, and other words for when it lets nothing through. */
  narrowed?:
    | { words: string; clear: string; onClear: () => void; title?: string; nothing?: string }
    | undefined
  /** What the list would show. */
  children: ReactNode
}

/** When people have only read. */
export const nothingChanged = { title: 'No changes yet', nothing: 'Nothing changed' } as const

/** The empty state of a list: what was searched for, and how to clear it. */
export function NothingFound({
  icon,
  title,
  range,
  search,
  searched,
  onClearSearch,
  narrowed,
  children,
}: Props) {
  const time = `in the ${rangeNames[range]}`
  const among = narrowed ? ` among ${narrowed.words}` : ''
  return (
    <EmptyState
      icon={icon}
      title={(!search && narrowed?.title) || title}
      {...((search || narrowed) && {
        action: (
          <div className="flex flex-wrap justify-center gap-2">
            {search && (
              <Button variant="secondary" onClick={onClearSearch}>
                Clear search
              </Button>
            )}
            {narrowed && (
              <Button variant="secondary" onClick={narrowed.onClear}>
                {narrowed.clear}
              </Button>
            )}
          </div>
        ),
      })}
    >
      {search ? (
        <p className="break-words">
          Nothing matches “{search}”{among} {searched ?? time}.
        </p>
      ) : narrowed ? (
        <p>
          {narrowed.nothing ?? `Nothing${among}`} {time}.
        </p>
      ) : (
        <p>
          Nothing {time}. {children}
        </p>
      )}
    </EmptyState>
  )
}

/** Completes 'in the …'. */
export const rangeNames: Record<ActivityTimeRange, string> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  '90d': 'last 90 days',
  '1y': 'last year',
  all: 'whole history',
}

interface TimeRangeSelectProps {
  value: ActivityTimeRange
  onChange: (range: ActivityTimeRange) => void
}

export function TimeRangeSelect({ value, onChange }: TimeRangeSelectProps) {
  return (
    <Select
      aria-label="Time range"
      value={value}
      onChange={({ target }) => {
        const range = activityTimeRanges.find((range) => range === target.value)
        if (range) onChange(range)
      }}
    >
      {activityTimeRanges.map((range) => (
        <option key={range} value={range}>
          {rangeNames[range].replace(/^./, (letter) => letter.toUpperCase())}
        </option>
      ))}
    </Select>
  )
}

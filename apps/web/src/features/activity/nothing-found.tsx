import type { ActivityTimeRange } from '@envhold/contract/activity.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { rangeNames } from './time-range-select.tsx'

interface Props {
  icon: LucideIcon
  title: string
  range: ActivityTimeRange
  /** The search text, if any. */
  search: string
  /** Where the search applies; by default the whole time range. */
  searched?: string
  onClearSearch: () => void
  /** The filter besides the search: its name, and how to clear it. */
  narrowed?: { words: string; clear: string; onClear: () => void } | undefined
  /** What the list would show. */
  children: ReactNode
}

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
  const clear = search
    ? { text: 'Clear search', act: onClearSearch }
    : narrowed && { text: narrowed.clear, act: narrowed.onClear }
  return (
    <EmptyState
      icon={icon}
      title={title}
      {...(clear && {
        action: (
          <Button variant="secondary" onClick={clear.act}>
            {clear.text}
          </Button>
        ),
      })}
    >
      {search ? (
        <p className="break-words">
          Nothing matches “{search}”{among} {searched ?? time}.
        </p>
      ) : narrowed ? (
        <p>
          Nothing{among} {time}.
        </p>
      ) : (
        <p>
          Nothing {time}. {children}
        </p>
      )}
    </EmptyState>
  )
}

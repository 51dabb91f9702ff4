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
  /** What was searched for, if anything. */
  search: string
  /** Where that was looked for; everywhere in the range of time, unless it says otherwise. */
  searched?: string
  onClearSearch: () => void
  /** What narrows the list beside the search: its words, and how to be rid of it. */
  narrowed?: { words: string; clear: string; onClear: () => void } | undefined
  /** What would stand here. */
  children: ReactNode
}

/** An empty list says what was looked for, and the way out of it. */
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

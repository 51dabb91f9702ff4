import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button.tsx'
import { cn } from '../class-names.ts'
import { formatCount } from '../text/format.ts'

interface Props {
  /** The list's name, for screen readers. */
  label: string
  page: number
  totalPages: number
  onPage: (page: number) => void
}

const stepTo = (totalPages: number, onPage: Props['onPage']) => (to: number) => ({
  onClick: () => to >= 1 && to <= totalPages && onPage(to),
  'aria-disabled': to < 1 || to > totalPages || undefined,
})

/** Previous, next and the current page. A disabled button keeps the focus. */
export function Pager({ label, page, totalPages, onPage }: Props) {
  const step = stepTo(totalPages, onPage)
  return (
    <nav aria-label={`Pages of ${label}`} className="flex items-center justify-between gap-3">
      <Button variant="secondary" size="sm" {...step(page - 1)}>
        <ChevronLeft />
        Previous
      </Button>
      <span role="status" className="text-small text-ink-2 tabular-nums">
        Page {formatCount(page)} of {formatCount(Math.max(totalPages, 1))}
      </span>
      <Button variant="secondary" size="sm" {...step(page + 1)}>
        Next
        <ChevronRight />
      </Button>
    </nav>
  )
}

const maxButtons = 5

/** Up to five numbered pages, with previous and next. */
export function PageButtons({ label, page, totalPages, onPage }: Props) {
  const step = stepTo(totalPages, onPage)
  return (
    <nav aria-label={`Pages of ${label}`} className="flex flex-wrap items-center justify-center gap-1">
      <Button variant="ghost" size="icon" aria-label="Previous" {...step(page - 1)}>
        <ChevronLeft />
      </Button>
      {pageWindow(page, totalPages, maxButtons).map((number) => (
        <Button
          key={number}
          variant="ghost"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={cn(
            'h-8 min-w-8 px-2 text-small tabular-nums',
            number === page && 'bg-accent-soft text-accent hover:bg-accent-soft hover:text-accent',
          )}
        >
          {formatCount(number)}
        </Button>
      ))}
      <Button variant="ghost" size="icon" aria-label="Next" {...step(page + 1)}>
        <ChevronRight />
      </Button>
    </nav>
  )
}

/**
 * The pages around `page` that get a button of their own: at most `maxPages`, all of them real, `page` as near the middle
 * as it can be.
 */
export function pageWindow(page: number, totalPages: number, maxPages: number): number[] {
  const length = Math.min(maxPages, Math.max(totalPages, 1))
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), totalPages - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button.tsx'
import { formatCount } from '../text/format.ts'

interface Props {
  /** The list's name, for screen readers. */
  label: string
  page: number
  totalPages: number
  onPage: (page: number) => void
}

/** Previous, next and the current page. A disabled button keeps the focus. */
export function Pager({ label, page, totalPages, onPage }: Props) {
  const step = (to: number) => ({
    onClick: () => to >= 1 && to <= totalPages && onPage(to),
    'aria-disabled': to < 1 || to > totalPages || undefined,
  })
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

import { Pager } from '../../../ui/lists/pager.tsx'
import { formatCount } from '../../../ui/text/format.ts'

interface Pagination {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly pages: number
}

interface Props {
  /** The list's name, for screen readers. */
  readonly label: string
  readonly pagination: Pagination
  readonly onPage: (page: number) => void
}

/** Nothing while there is only one page. */
export function ResultsPager({ label, pagination: { page, limit, total, pages }, onPage }: Props) {
  if (pages <= 1) return null
  const from = Math.min((page - 1) * limit + 1, total)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-ink-2 tabular-nums">
        Showing {formatCount(from)} to {formatCount(Math.min(page * limit, total))} of {formatCount(total)}{' '}
        results
      </p>
      <Pager label={label} page={page} totalPages={pages} onPage={onPage} />
    </div>
  )
}

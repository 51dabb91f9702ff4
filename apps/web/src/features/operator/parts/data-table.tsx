import type { MouseEvent, ReactNode } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { type AskedHit, useOpenAsked } from '../../../ui/lists/open-only.ts'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../../ui/lists/table.tsx'
import { type ShowPage, useExistingPage } from '../../../ui/lists/use-existing-page.ts'
import { formatCount } from '../../../ui/text/format.ts'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** The head is for screen readers only. */
  readonly hidesHead?: boolean
  readonly align?: 'right'
  /** On a phone, where tables have no head, it stands before the value. */
  readonly isNamed?: boolean
  /** On a phone it has a line of its own. */
  readonly wide?: boolean
  /** Of head and cells: widths, and what a small screen leaves out. */
  readonly className?: string
}

interface Props<Row> {
  /** The list's name, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** A row opens, by a click anywhere in it, or by its first cell, which becomes a button. */
  readonly onOpen?: (row: Row) => void
  /** Enter in the search above opens the only row. */
  readonly hit?: AskedHit
  /** The rows are of the page before, while the next one loads. */
  readonly isStale?: boolean
  /** In the place of the table while it has no rows. */
  readonly empty?: ReactNode
}

/** A press of something in the row, or in a menu or dialog that belongs to it, does not open the row. */
const isForRow = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest('a, button, input, select, textarea, label') &&
  !window.getSelection()?.toString()

/** Dense rows under a head that stays. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  hit,
  isStale = false,
  empty,
}: Props<Row>) {
  useOpenAsked(hit, isStale ? undefined : rows, onOpen)
  if (empty && rows.length === 0) return empty
  return (
    <div className={cn('rounded-lg border bg-surface transition-opacity', isStale && 'opacity-60')}>
      <Table aria-label={label} aria-busy={isStale || undefined}>
        <TableHead>
          <tr>
            {columns.map(({ head, hidesHead, align, className }) => (
              <TableHeadCell
                key={head}
                className={cn(
                  'first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4',
                  align === 'right' && 'text-right',
                  className,
                )}
              >
                <span className={cn(hidesHead && 'sr-only')}>{head}</span>
              </TableHeadCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              {...(onOpen && {
                className: 'cursor-pointer',
                onClick: (event) => isForRow(event) && onOpen(row),
              })}
            >
              {columns.map(({ head, cell, align, isNamed, wide, className }, index) => (
                <TableCell
                  key={head}
                  wide={wide ?? index === 0}
                  className={cn(
                    'sm:first:pl-4 sm:last:pr-4',
                    align === 'right' && 'tabular-nums sm:text-right',
                    className,
                  )}
                >
                  {isNamed && <NameOnPhone>{head}</NameOnPhone>}
                  {onOpen && index === 0 ? (
                    <button
                      type="button"
                      onClick={() => onOpen(row)}
                      className="block max-w-full rounded-sm text-left"
                    >
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** What a value is, where the table has no head. */
export const NameOnPhone = ({ children }: { children: string }) => (
  <span className="text-ink-3 sm:hidden">{children} </span>
)

interface TwoLinesProps {
  readonly first: ReactNode
  /** Below it, smaller. */
  readonly second: ReactNode
}

/** A cell of two lines, so that rows are as high as each other. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span className="grid min-w-0 justify-items-start gap-0.5 sm:py-1.5">
    <span className="min-w-0 break-words">{first}</span>
    <span className="min-w-0 text-small break-all text-ink-3">{second}</span>
  </span>
)

interface Pagination {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly pages: number
}

interface ResultsPagerProps {
  /** The list's name, for screen readers. */
  readonly label: string
  readonly pagination: Pagination
  readonly onPage: ShowPage
}

/** Nothing while there is only one page, or until a page past the last is replaced by it. */
export function ResultsPager({
  label,
  pagination: { page, limit, total, pages },
  onPage,
}: ResultsPagerProps) {
  useExistingPage(page, pages, onPage)
  if (pages <= 1 || page > pages) return null
  const from = (page - 1) * limit + 1
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

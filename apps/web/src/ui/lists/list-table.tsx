import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '../class-names.ts'
import { Skeleton, SkeletonRows } from '../feedback/loading.tsx'
import { GridColumnHead, GridRow, GridRowHead, PlacedTable } from './table.tsx'

interface Props {
  label: string
  /** Class names of the grid's columns; the last one is for actions. */
  columns: string
  /** The heads of all columns but the last, with a class name where narrow screens leave one out. */
  heads: readonly (string | readonly [name: string, className: string])[]
  children: ReactNode
}

const frame =
  'min-w-0 rounded-lg border bg-surface max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0'

/** Places of a row and of the head, in the given columns. */
const placed = 'grid items-center gap-x-3 px-4 max-md:pr-2 lg:gap-x-4'

/** Whether the list shows already: a row that comes now was just made. */
const Rendered = createContext<{ readonly current: boolean }>({ current: false })

/** A list of 960 px beside the table of variables, whose columns line up. A phone shows two lines for a row. */
export function ListTable({ label, columns, heads, children }: Props) {
  const isRendered = useRef(false)
  useEffect(() => {
    isRendered.current = true
  }, [])
  return (
    <PlacedTable aria-label={label} className={frame}>
      <GridRow className={cn(placed, columns, 'h-9 text-small text-ink-3 max-md:sr-only')}>
        {heads.map((head) => {
          const [name, style] = typeof head === 'string' ? [head] : head
          return (
            <GridColumnHead key={name} className={style}>
              {name}
            </GridColumnHead>
          )
        })}
        <GridColumnHead>
          <span className="sr-only">Actions</span>
        </GridColumnHead>
      </GridRow>
      <Rendered value={isRendered}>{children}</Rendered>
    </PlacedTable>
  )
}

interface RowProps extends ComponentProps<'div'> {
  columns: string
}

export function ListRow({ columns, className, ...rest }: RowProps) {
  const isRendered = useContext(Rendered)
  const [isMade] = useState(() => isRendered.current)
  return (
    <GridRow
      {...(isMade && { 'data-made': '' })}
      className={cn(
        placed,
        columns,
        'group/row min-h-12 border-t outline-offset-[-2px] hover:bg-hover/60 focus-within:bg-hover/60 max-md:gap-y-1 max-md:py-2.5',
        className,
      )}
      {...rest}
    />
  )
}

/** A heading between the rows. */
export const ListPart = ({ children }: { children: ReactNode }) => (
  <GridRow className="flex h-10 items-end border-t px-4 pb-1.5">
    <GridRowHead>
      <h2 className="text-small font-medium text-ink-2">{children}</h2>
    </GridRowHead>
  </GridRow>
)

interface SkeletonProps {
  columns: string
  /** How many rows there are below each heading. */
  parts: readonly number[]
  /** The height of a row. */
  height?: string
}

/** The rows of last time, in their final columns. */
export const ListSkeleton = ({ columns, parts, height = 'h-12 max-md:h-16' }: SkeletonProps) => (
  <div aria-hidden="true" className={cn('animate-late', frame)}>
    <div className="h-9 max-md:hidden" />
    {[...parts.entries()].map(([part, rows]) => (
      <div key={part}>
        {parts.length > 1 && (
          <div className="flex h-10 items-end border-t px-4 pb-2">
            <Skeleton className="h-3 w-28" />
          </div>
        )}
        <SkeletonRows rows={rows} row={cn(placed, columns, 'border-t', height)}>
          <Skeleton className="h-3 w-40 max-w-full" />
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-8 max-md:hidden" />
          <Skeleton className="h-3 w-16 max-md:hidden" />
        </SkeletonRows>
      </div>
    ))}
  </div>
)

import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

/**
 * Rows of 40 px under a head that stays. On a phone each row becomes a small card: cells marked `wide` take a line of
 * their own, the others share one.
 */
export const Table = ({ className, ...rest }: ComponentProps<'table'>) => (
  <table
    className={cn('w-full border-separate border-spacing-0 text-left text-small max-sm:block', className)}
    {...rest}
  />
)

export const TableHead = ({ className, ...rest }: ComponentProps<'thead'>) => (
  <thead className={cn('max-sm:sr-only', className)} {...rest} />
)

export const TableBody = ({ className, ...rest }: ComponentProps<'tbody'>) => (
  <tbody className={cn('max-sm:block', className)} {...rest} />
)

export const TableHeadCell = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn(
      'sticky top-header z-10 h-9 border-b bg-surface px-3 font-medium whitespace-nowrap text-ink-3',
      className,
    )}
    {...rest}
  />
)

export const TableRow = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr
    className={cn(
      'group/row transition-colors hover:bg-hover/60 focus-within:bg-hover/60 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:border-b max-sm:px-3 max-sm:py-2 last:max-sm:border-b-0',
      className,
    )}
    {...rest}
  />
)

export const TableCell = ({ wide, className, ...rest }: ComponentProps<'td'> & { wide?: boolean }) => (
  <td
    className={cn(
      'h-10 border-b px-3 align-middle group-last/row:border-b-0 max-sm:h-auto max-sm:min-w-0 max-sm:border-0 max-sm:px-0 max-sm:py-0.5',
      wide && 'max-sm:basis-full',
      className,
    )}
    {...rest}
  />
)

/** A row's actions, always visible, so that they can be found without a pointer. */
export const RowActions = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div className={cn('flex items-center justify-end gap-0.5', className)} {...rest} />
)

/*
 * The parts of a table whose rows are placed one by one: a `<table>` lays out its rows itself, so these say to
 * assistive technology what they are.
 */
const part = (role: string) => (props: ComponentProps<'div'>) => <div role={role} {...props} />

export const Grid = part('grid')
export const GridBody = part('rowgroup')
export const GridRow = part('row')
export const GridColumnHead = part('columnheader')
export const GridRowHead = part('rowheader')
export const GridCell = part('gridcell')
/** Of what is only read. */
export const PlacedTable = part('table')
export const PlacedCell = part('cell')

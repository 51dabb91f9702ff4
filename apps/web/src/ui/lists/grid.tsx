import type { ComponentProps } from 'react'

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

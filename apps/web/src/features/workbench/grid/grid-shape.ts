import { createContext, useContext, useMemo } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import type { ReadEnvironment } from '../comparison/comparison.ts'
import type { WorkbenchState } from '../store/state.ts'
import { useParts, useWorkbench } from '../store/workbench-store.ts'

/** What all rows share. They get it as one object, as each of thousands of cells would ask for it otherwise. */
interface GridShape
  extends Pick<WorkbenchState, 'layout' | 'isPhone' | 'environment' | 'columns' | 'canWrite'> {
  readonly isPair: boolean
  /** The pointer is a finger. */
  readonly isTouched: boolean
  /** The environments of the strip: on very wide screens, some of those that have variables. */
  readonly strip: readonly ReadEnvironment[]
}

const maxInStrip = 4

const noStrip: readonly ReadEnvironment[] = []

/** What the rows of the page share now. */
export function useShape(): GridShape {
  const { layout, isPhone, environment, columns, canWrite } = useParts(
    'layout',
    'isPhone',
    'environment',
    'columns',
    'canWrite',
  )
  const others = useWorkbench((state) => state.others.read)
  const isTouched = useMedia('(pointer: coarse)')
  const isWide = useMedia('(width >= 137.5rem)')
  return useMemo(() => {
    const strip = isWide ? others.filter(({ variables }) => variables.size > 0).slice(0, maxInStrip) : noStrip
    const isPair = layout === 'compare'
    return { layout, isPhone, environment, isPair, canWrite, isTouched, columns, strip }
  }, [layout, isPhone, environment, canWrite, isTouched, columns, others, isWide])
}

/** The accessible name of the grid. */
export function labelOf({ layout, environment, columns }: GridShape): string {
  if (layout === 'table') return `Variables of ${environment.name}`
  return layout === 'grid' ? 'Variables across environments' : columns.names.join(' beside ')
}

/** What is searched for, once the rows follow: apart, as only keys and notes show it. */
export const SearchContext = createContext('')

export const GridShapeContext = createContext<GridShape | undefined>(undefined)

export function useGridShape(): GridShape {
  const shape = useContext(GridShapeContext)
  if (!shape) throw new Error('There is no grid around this component')
  return shape
}

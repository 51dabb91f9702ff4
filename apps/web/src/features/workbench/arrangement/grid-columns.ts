import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ArrangedColumn } from './column-settings.ts'

/** A column that is shown. */
export interface GridColumn {
  readonly id: number
  readonly name: string
  readonly environment: Environment
  /** Its cell in a row: cells stay in the order of the environments when columns are moved. */
  readonly cell: number
  readonly isCompact: boolean
  readonly isPinned: boolean
}

/** A column in the list of all columns. */
export interface ListedColumn extends ArrangedColumn {
  readonly name: string
  readonly environment: Environment
}

/** The columns that are shown. */
export interface GridColumns {
  /** All columns, in their order. */
  readonly arranged: readonly ArrangedColumn[]
  /** From left to right. */
  readonly list: readonly GridColumn[]
  /** The names of the compared environments, as cells in a row. */
  readonly names: readonly string[]
}

export const noColumns: GridColumns = { arranged: [], list: [], names: [] }

/**
 * The columns of `arranged` that are shown.
 * @param compared the shown environments, in their own order
 */
export function gridColumns(
  compared: readonly Environment[],
  arranged: readonly ArrangedColumn[],
  shown: readonly ArrangedColumn[],
): GridColumns {
  const list = shown.flatMap(({ id, width, isPinned }): GridColumn[] => {
    const cell = compared.findIndex((environment) => environment.id === id)
    const environment = compared[cell]
    if (!environment) return []
    return [{ id, name: environment.name, environment, cell, isCompact: width === 'compact', isPinned }]
  })
  return {
    arranged,
    list,
    names: compared.map(({ name }) => name),
  }
}

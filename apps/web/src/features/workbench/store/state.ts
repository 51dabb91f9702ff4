import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import {
  type ArrangementStore,
  defaultArrangement,
  type TableArrangement,
} from '../arrangement/arrangement.ts'
import { type ColumnSettings, readColumns } from '../arrangement/column-settings.ts'
import type { KeyOrPrefix } from '../arrangement/fold-keys.ts'
import { type GridColumns, noColumns } from '../arrangement/grid-columns.ts'
import { noSelection, type Selection } from '../arrangement/selection.ts'
import type { KeyRow } from '../comparison/key-rows.ts'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'
import type { ReadVariables } from '../data/variable-queries.ts'
import type { OpenedText, PackedText } from '../drafts/edits.ts'
import type { ImportSource } from '../import/import-preview.ts'
import { type Drafts, isListed } from './drafts.ts'
import type { Filter, FilterCounts, KeyFacts } from './filters.ts'

/** One environment with its details, all of them side by side, two with what differs, or one as a text. */
export type Layout = 'table' | 'grid' | 'compare' | 'text'

/** A cell by what it is about, as rows and columns come and go. Without an environment: all cells of the row. */
export interface CellName {
  readonly id?: number | undefined
  readonly key: string
}

/** Where the focus is. Column 0 is the row itself or its key; actions or values follow. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

/**
 * The cell being edited: its text as shown, and the version and the value before. The bytes of the value stay if the
 * text does.
 */
export interface Editing {
  readonly version: number
  readonly id: number
  readonly key: string
  readonly text: string
  readonly before: string
}

/** The dialog above the page; one at a time. */
export type OpenDialog =
  | { readonly what: 'history' | 'download' | 'add-key' }
  /** With a key that the form begins with. */
  | { readonly what: 'add'; readonly key?: string | undefined }
  | { readonly what: 'edit' | 'key-history'; readonly key: string }
  | { readonly what: 'copy'; readonly keys: readonly string[]; readonly isMove: boolean }
  | { readonly what: 'delete'; readonly keys: readonly string[] }
  | { readonly what: 'import'; readonly source: ImportSource }
  | { readonly what: 'same-value'; readonly key: string; readonly anchor: HTMLElement }
  | { readonly what: 'rotate'; readonly rotation: Rotation }

/** One new value for every variable that has the same one. */
export interface Rotation {
  readonly key: string
  readonly matches: readonly FoundVariable[]
  /** The projects to begin with; the user may choose others. */
  readonly projects: ReadonlySet<number>
  /** The new value, if this environment has it already. */
  readonly value?: string
}

/** How reading the shown environments stands. */
export interface Reading {
  /** Something can be shown. */
  readonly isReady: boolean
  readonly isFetching: boolean
  readonly failed: readonly string[]
  readonly error: unknown
  readonly retry: () => void
}

/** Ways to other places of the project's page. */
export interface Ways {
  readonly onFilter: (filter: Filter) => void
  /** Opens a key in the table of an environment. */
  readonly onFind: (environmentId: number, key: string) => void
  readonly onOpenTable: (environmentId: number) => void
  readonly onCompare: (environmentId: number, right?: number) => void
  readonly onCloseComparison: () => void
}

export interface WorkbenchState {
  readonly project: Project
  readonly environments: readonly Environment[]
  /** The environment of the table; beside others, the one used last. */
  readonly environment: Environment
  readonly layout: Layout
  readonly isPhone: boolean
  readonly isVaultOpen: boolean
  readonly canWrite: boolean
  /** Why nothing can be changed; undefined while it can. */
  readonly blocked: string | undefined
  readonly ways: Ways
  /** Where arrangements are remembered; without it, they are forgotten with the page. */
  readonly memory: ArrangementStore | undefined

  readonly reading: Reading
  /** The variables of the table. */
  readonly variables: Variables
  readonly others: OtherEnvironments
  readonly facts: KeyFacts
  /** Side by side: what was read of each environment, and the rows by key. */
  readonly reads: ReadonlyMap<number, ReadVariables>
  readonly rows: ReadonlyMap<string, KeyRow>
  readonly columns: GridColumns
  /** Two environments, on a phone and in a comparison. */
  readonly pair: readonly [left: number, right: number] | undefined

  /** The shown keys, with those that are folded away, and their rows. */
  readonly keys: readonly string[]
  readonly lines: readonly KeyOrPrefix[]
  readonly total: number
  readonly counts: FilterCounts

  readonly typed: string
  /** What was typed, once the rows follow. */
  readonly search: string
  /** Undefined: the layout chooses. */
  readonly filter: Filter | undefined
  readonly shownFilter: Filter
  readonly arrangement: TableArrangement
  readonly settings: ColumnSettings
  readonly selection: Selection
  readonly dialog?: OpenDialog | undefined
  /** The dialog waits for the vault to be open again. */
  readonly isDialogHidden: boolean
  /** Where the tab stop of the grid is; on request the focus moves there. */
  readonly at: GridPosition & { readonly isRequested?: boolean }
  /** The column whose head gets the focus. */
  readonly head?: number | undefined
  /** The key that is listed in all environments, and the button that lists it. */
  readonly listed?: { readonly key: string; readonly anchor: HTMLElement } | undefined
  /** What is focused once it is there: the row of a key, or the one at a place. */
  readonly nextFocus:
    | { readonly key: string }
    | { readonly row: number; readonly without?: readonly string[] }
    | undefined
  readonly revealed?: CellName | undefined
  readonly copied?: CellName | undefined
  /** The cell whose menu was opened by the keyboard. */
  readonly menu?: GridPosition | undefined
  readonly editing?: Editing | undefined
  readonly drafts: Drafts
  /** The environment as one text, while that is shown. */
  readonly text?: OpenedText | undefined
  /** What was typed in it, without the stored lines, while the vault is locked. */
  readonly packed?: { readonly lines: PackedText; readonly version: number } | undefined
  /** Keys that have a row before any environment has them. */
  readonly added: ReadonlySet<string>
}

/** Nothing that the layout shows exists, as far as the user may know. */
export const isUnavailable = ({ layout, environment, environments }: WorkbenchState): boolean =>
  layout === 'table' || layout === 'text'
    ? !isListed(environments, environment.id)
    : environments.length === 0

type Given = 'project' | 'environments' | 'environment' | 'layout' | 'isPhone' | 'isVaultOpen' | 'blocked'

/** What the page is opened with. */
export type Opening = Pick<WorkbenchState, Given | 'filter' | 'typed' | 'pair' | 'ways' | 'memory' | 'others'>

export const initialState = (opening: Opening): WorkbenchState => ({
  ...opening,
  canWrite: may(opening.project.user_role, 'write'),
  reading: { isReady: false, isFetching: true, failed: [], error: undefined, retry: () => {} },
  variables: new Map(),
  facts: { changes: undefined, comparisons: undefined, nearlyDue: new Set() },
  reads: new Map(),
  rows: new Map(),
  columns: noColumns,
  keys: [],
  lines: [],
  total: 0,
  counts: {},
  search: opening.typed,
  shownFilter: opening.filter ?? 'all',
  arrangement: opening.memory?.read() ?? defaultArrangement,
  settings: readColumns(localStorage, opening.project.id),
  selection: noSelection,
  isDialogHidden: false,
  at: { row: 0, column: 0 },
  // A key that the page was opened for has the focus.
  nextFocus: opening.typed === '' ? undefined : { key: opening.typed },
  drafts: new Map(),
  added: new Set(),
})

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { startTransition, useMemo } from 'react'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'
import { VariablesCaption, VariablesFooter } from '../parts/variables-states.tsx'
import type { Selection } from '../store/selection.ts'
import { existingSelection, noSelection } from '../store/selection.ts'
import type { KeyFacts, KeyFilter } from './arrange-keys.ts'
import { CurrentFilter } from './filter-chips.tsx'
import { findMissingKeys } from './find-missing-keys.ts'
import { MissingKeys } from './missing-keys.tsx'
import { ReadStates, type VariablesReading } from './read-states.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ComparisonLegend } from './sign-legend.tsx'
import type { TableKeys } from './use-table-keys.ts'
import type { OpenDialog } from './variable-dialogs.tsx'
import { VariablesTable } from './variables-table.tsx'

interface Props {
  environment: Environment
  read: VariablesReading
  variables: Variables
  arranged: TableKeys
  facts: KeyFacts
  others: OtherEnvironments
  isSingle: boolean
  only: KeyFilter | undefined
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  goTo: string | undefined
  onArrived: () => void
  onOpen: (dialog: OpenDialog) => void
  onAdd: (key: string) => void
  onFind: (environmentId: number, key: string) => void
  onClearSearch: () => void
  onClearFilter: () => void
}

/** The content of an open vault: the table, or why there is none. */
export function TableContent({ environment, read, variables, arranged, others, canWrite, ...rest }: Props) {
  const { keys, rows, search, sort, setSort, toggleFold, unfold } = arranged
  const { selection, onSelection, onOpen } = rest
  const selected = useMemo(() => existingSelection(selection, variables), [selection, variables])
  const copy = (keys: readonly string[], isMove: boolean) => onOpen({ what: 'copy', keys, isMove })
  const missing = useMemo(
    () => findMissingKeys(search, variables, others.read),
    [search, variables, others.read],
  )
  // All visible rows are drawn again, which may not hold up the next key.
  const clear = () => startTransition(() => onSelection(noSelection))
  const remove = (removed: readonly string[]) => onOpen({ what: 'delete', keys: removed })
  const counted = { environment, shown: keys.length, total: variables.size }
  return (
    <>
      {variables.size > 0 && <VariablesCaption {...counted} />}
      <CurrentFilter only={rest.only} onChange={rest.onClearFilter} />
      <ReadStates
        read={read}
        expected={environment.variable_count}
        total={variables.size}
        shown={keys.length}
        search={search}
        only={rest.only}
        canWrite={canWrite}
        onImport={() => onOpen({ what: 'import', given: { text: '' } })}
        onClearSearch={rest.onClearSearch}
        onClearFilter={rest.onClearFilter}
      />
      {keys.length > 0 && (
        <VariablesTable
          label={`Variables of ${environment.name}`}
          variables={variables}
          keys={keys}
          rows={rows}
          search={search}
          sort={sort}
          onSort={setSort}
          facts={rest.facts}
          isSingle={rest.isSingle}
          comparison={{
            here: { protected: environment.protected, variables },
            others,
            onFind: rest.onFind,
          }}
          onFold={toggleFold}
          onUnfold={unfold}
          canWrite={canWrite}
          selection={selection}
          onSelection={onSelection}
          onClearSelection={clear}
          onEdit={(key) => onOpen({ what: 'edit', key })}
          onRemove={(key) => remove(selected.includes(key) ? selected : [key])}
          onHistory={(key) => onOpen({ what: 'key-history', key })}
          onCopyTo={(key, isMove) => copy(selected.includes(key) ? selected : [key], isMove)}
          goTo={rest.goTo}
          onArrived={rest.onArrived}
          onLeave={rest.onClearSearch}
        />
      )}
      <MissingKeys
        environment={environment.name}
        missing={missing}
        search={search}
        canWrite={canWrite}
        onAdd={rest.onAdd}
      />
      {variables.size > 0 && (
        <VariablesFooter {...counted} canWrite={canWrite}>
          {!rest.isSingle && <ComparisonLegend others={others} />}
        </VariablesFooter>
      )}
      {selected.length > 0 && (
        <SelectionBar
          keys={selected}
          variables={variables}
          environment={environment.name}
          canWrite={canWrite}
          onCopyTo={(isMove) => copy(selected, isMove)}
          onDelete={() => remove(selected)}
          onClear={clear}
        />
      )}
    </>
  )
}

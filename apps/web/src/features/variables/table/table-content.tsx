import type { Environment } from '@envhold/contract/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useMemo } from 'react'
import { VariablesFooter } from '../variables-states.tsx'
import type { VariablesReading } from './read-states.tsx'
import { ReadStates } from './read-states.tsx'
import type { Selection } from './selection.ts'
import { existingSelection, noSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { OpenDialog } from './variable-dialogs.tsx'
import { VariablesTable } from './variables-table.tsx'

interface Props {
  environment: Environment
  read: VariablesReading
  variables: Variables
  keys: readonly string[]
  search: string
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  goTo: string | undefined
  onArrived: () => void
  onOpen: (dialog: OpenDialog) => void
  onClearSearch: () => void
}

/** The content of an open vault: the table, or why there is none. */
export function TableContent({
  environment,
  read,
  variables,
  keys,
  search,
  canWrite,
  selection,
  ...on
}: Props) {
  const selected = useMemo(() => existingSelection(selection, variables), [selection, variables])
  const remove = (removed: readonly string[]) => on.onOpen({ what: 'delete', keys: removed })
  return (
    <>
      <ReadStates
        read={read}
        expected={environment.variable_count}
        total={variables.size}
        shown={keys.length}
        search={search}
        canWrite={canWrite}
        onImport={() => on.onOpen({ what: 'import', given: { text: '' } })}
        onClearSearch={on.onClearSearch}
      />
      {keys.length > 0 && (
        <VariablesTable
          label={`Variables of ${environment.name}`}
          variables={variables}
          keys={keys}
          search={search}
          canWrite={canWrite}
          selection={selection}
          onSelection={on.onSelection}
          onEdit={(key) => on.onOpen({ what: 'edit', key })}
          onRemove={(key) => remove(selected.includes(key) ? selected : [key])}
          goTo={on.goTo}
          onArrived={on.onArrived}
          onLeave={on.onClearSearch}
        />
      )}
      {variables.size > 0 && (
        <VariablesFooter
          environment={environment}
          shown={keys.length}
          total={variables.size}
          canWrite={canWrite}
        />
      )}
      {selected.length > 0 && (
        <SelectionBar
          keys={selected}
          variables={variables}
          canWrite={canWrite}
          onDelete={() => remove(selected)}
          onClear={() => on.onSelection(noSelection)}
        />
      )}
    </>
  )
}

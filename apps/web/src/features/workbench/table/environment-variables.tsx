import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { may } from '@envhold/contract/projects/roles.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { afterDialog } from '../../../ui/dialogs/after-dialog.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useChange } from '../../../ui/feedback/blocked.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'
import { variablesQuery } from '../data/variable-queries.ts'
import { ImportCatcher } from '../import/import-catcher.tsx'
import { UnlockInPlace } from '../parts/unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../parts/use-focus-after-unlock.ts'
import type { ArrangementStore } from '../store/arrangement.ts'
import { allOrNone, noSelection } from '../store/selection.ts'
import type { KeyFilter } from './arrange-keys.ts'
import { TableContent } from './table-content.tsx'
import { TableTools } from './table-tools.tsx'
import { useKeyFacts } from './use-key-facts.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useTableKeys } from './use-table-keys.ts'
import { VariableDialogs } from './variable-dialogs.tsx'

interface Props {
  project: Project
  environment: Environment
  /** Shown at the left of the tools. */
  lead: ReactNode
  /** The initial search. */
  find: string | undefined
  /** A command requested the dialog for a new variable. */
  addRequested: boolean
  onAddStarted: () => void
  /** What is known of the project's other environments. */
  others: OtherEnvironments
  /** The project has no other environment. */
  isSingle: boolean
  /** Which keys are shown, from the URL; all of them by default. */
  only: KeyFilter | undefined
  onOnlyChange: (only: KeyFilter | undefined) => void
  /** Opens a key in another environment. */
  onFind: (environmentId: number, key: string) => void
  arrangement: ArrangementStore | undefined
  onCompare: () => void
}

const none: Variables = new Map()

export function EnvironmentVariables({ project, environment, lead, find, others, only, ...rest }: Props) {
  const connection = useConnection()
  const open = useVaultOpen()
  const table = useRef<HTMLDivElement>(null)
  const read = useQuery({ ...variablesQuery(connection, environment.id), enabled: open })
  const variables = (open && read.data?.variables) || none
  const current = read.data?.environment ?? environment
  const facts = useKeyFacts(current, variables, others, open && read.isSuccess)
  const arranged = useTableKeys({ table, variables, find, only, facts, store: rest.arrangement })
  const { setTyped, search, keys } = arranged
  const { opened, setOpened, isHidden } = useOpenDialog(open)
  const [selection, setSelection] = useState(noSelection)
  const [goTo, setGoTo] = useState<string>()
  const canWrite = may(project.user_role, 'write')
  const writable = open && read.isSuccess && canWrite
  useFocusAfterUnlock(table, open, read.isSuccess || read.isError)
  useEffect(() => {
    if (!open) setSelection(noSelection)
  }, [open])
  const add = (key?: string) => setOpened({ what: 'add', key })
  const change = useChange()
  useShortcut('n', () => change(() => add()), { enabled: writable && !opened })
  useWhenReady(rest.addRequested && writable && !opened, () => {
    rest.onAddStarted()
    change(() => add())
  })
  const toTable = () => table.current?.querySelector<HTMLElement>('[data-row="0"]')?.focus()
  /** The focused row was removed: focuses the row in its place, once the dialog has closed. */
  const afterRemoval = () => {
    setSelection(noSelection)
    afterDialog(() => {
      if (document.activeElement === document.body)
        table.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
    })
  }
  /** The new row is focused, so neither search nor filter may hide it. */
  const afterAdding = (key: string) => {
    if (!key.toLowerCase().includes(search.toLowerCase())) setTyped('')
    if (only) rest.onOnlyChange(undefined)
    setGoTo(key)
  }

  return (
    <ImportCatcher
      enabled={writable && !opened}
      environment={environment.name}
      onSource={(given) => change(() => setOpened({ what: 'import', given }))}
    >
      <TableTools
        lead={lead}
        isOpen={open}
        arranged={arranged}
        total={variables.size}
        only={only}
        canWrite={canWrite}
        canCompare={!rest.isSingle}
        onOnlyChange={rest.onOnlyChange}
        onDown={toTable}
        onAdd={add}
        onSelectAll={() => setSelection(allOrNone(noSelection, keys))}
        onOpen={setOpened}
        onCompare={rest.onCompare}
      />
      <div ref={table} className="grid min-w-0 grid-cols-1">
        {!open && (
          <div className="grid gap-3 px-(--gutter) py-4">
            {isHidden && opened && (
              <Banner title="What you typed is kept">It appears again once you unlock the vault.</Banner>
            )}
            {/* A form above the page asks for the password by itself. */}
            {(isHidden || !opened) && <UnlockInPlace />}
          </div>
        )}
        {open && (
          <TableContent
            environment={current}
            read={read}
            variables={variables}
            arranged={arranged}
            facts={facts}
            others={others}
            isSingle={rest.isSingle}
            only={only}
            canWrite={canWrite}
            selection={selection}
            onSelection={setSelection}
            goTo={goTo}
            onArrived={() => setGoTo(undefined)}
            onOpen={setOpened}
            onAdd={(key) => change(() => add(key))}
            onFind={rest.onFind}
            onClearSearch={() => setTyped('')}
            onClearFilter={() => rest.onOnlyChange(undefined)}
          />
        )}
      </div>
      <VariableDialogs
        opened={opened}
        environment={current}
        variables={variables}
        canWrite={canWrite}
        hidden={isHidden}
        onAdded={afterAdding}
        onRemoved={afterRemoval}
        onImport={(given) => setOpened({ what: 'import', given })}
        onClose={() => setOpened(undefined)}
      />
    </ImportCatcher>
  )
}

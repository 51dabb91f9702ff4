import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { afterDialog } from '../../../ui/after-dialog.ts'
import { Banner } from '../../../ui/banner.tsx'
import { useChange } from '../../../ui/blocked.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import { ImportCatcher } from '../import/import-catcher.tsx'
import { UnlockInPlace } from '../unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../use-focus-after-unlock.ts'
import { variablesQuery } from '../variable-queries.ts'
import { noSelection } from './selection.ts'
import { TableContent } from './table-content.tsx'
import { useKeySearch } from './use-key-search.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { VariableDialogs } from './variable-dialogs.tsx'
import { VariablesToolbar } from './variables-toolbar.tsx'

interface Props {
  project: Project
  environment: Environment
  /** Shown at the left of the toolbar. */
  selector: ReactNode
  /** The initial search. */
  find: string | undefined
  /** A command requested the dialog for a new variable. */
  addRequested: boolean
  onAddStarted: () => void
  canCompare: boolean
  onCompare: () => void
}

const none: Variables = new Map()

export function EnvironmentVariables({ project, environment, selector, find, ...rest }: Props) {
  const connection = useConnection()
  const open = useVaultOpen()
  const table = useRef<HTMLDivElement>(null)
  const read = useQuery({ ...variablesQuery(connection, environment.id), enabled: open })
  const variables = (open && read.data?.variables) || none
  const { typed, setTyped, search, keys } = useKeySearch(table, variables, find)
  const { opened, setOpened, isHidden } = useOpenDialog(open)
  const [selection, setSelection] = useState(noSelection)
  const [goTo, setGoTo] = useState<string>()
  const current = read.data?.environment ?? environment
  const canWrite = may(project.user_role, 'write')
  const writable = open && read.isSuccess && canWrite
  useFocusAfterUnlock(table, open, read.isSuccess || read.isError)
  useEffect(() => {
    if (!open) setSelection(noSelection)
  }, [open])
  const add = () => setOpened({ what: 'add' })
  const change = useChange()
  useShortcut('n', () => change(add), { enabled: writable && !opened })
  useWhenReady(rest.addRequested && writable && !opened, () => {
    rest.onAddStarted()
    change(add)
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
  /** The new row is focused, so the search must not hide it. */
  const afterAdding = (key: string) => {
    if (!key.toLowerCase().includes(search.toLowerCase())) setTyped('')
    setGoTo(key)
  }

  return (
    <ImportCatcher
      enabled={writable && !opened}
      environment={environment.name}
      onSource={(given) => change(() => setOpened({ what: 'import', given }))}
    >
      <div className="flex flex-wrap items-center gap-2">
        {selector}
        {open && (
          <>
            <SearchField
              label="Search keys"
              value={typed}
              onChange={setTyped}
              onDown={toTable}
              className="min-w-44 flex-1 max-sm:order-last max-sm:basis-full"
            />
            <VariablesToolbar
              canWrite={canWrite}
              canCompare={rest.canCompare}
              onAdd={add}
              onImport={() => setOpened({ what: 'import', given: { text: '' } })}
              onHistory={() => setOpened({ what: 'history' })}
              onDownload={() => setOpened({ what: 'download' })}
              onCompare={rest.onCompare}
            />
          </>
        )}
      </div>
      <div ref={table} className="grid min-w-0 gap-3">
        {isHidden && opened && (
          <Banner title="What you typed is kept">It appears again once you unlock the vault.</Banner>
        )}
        {/* A form above the page asks for the password by itself. */}
        {!open && (isHidden || !opened) && <UnlockInPlace />}
        {open && (
          <TableContent
            environment={current}
            read={read}
            variables={variables}
            keys={keys}
            search={search}
            canWrite={canWrite}
            selection={selection}
            onSelection={setSelection}
            goTo={goTo}
            onArrived={() => setGoTo(undefined)}
            onOpen={setOpened}
            onClearSearch={() => setTyped('')}
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
        onClose={() => setOpened(undefined)}
      />
    </ImportCatcher>
  )
}

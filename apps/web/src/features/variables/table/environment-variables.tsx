import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../connection/error-text.ts'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { afterDialog } from '../../../ui/after-dialog.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { useWhenReady } from '../../../ui/use-when-ready.ts'
import { ImportCatcher } from '../import/import-catcher.tsx'
import { UnlockInPlace } from '../unlock-in-place.tsx'
import { useFocusAfterUnlock } from '../use-focus-after-unlock.ts'
import { variablesQuery } from '../variable-queries.ts'
import { NothingFound, NoVariables, TableSkeleton, VariablesFooter } from '../variables-states.tsx'
import { existingSelection, noSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { OpenDialog } from './variable-dialogs.tsx'
import { VariableDialogs } from './variable-dialogs.tsx'
import { VariablesTable } from './variables-table.tsx'
import { VariablesToolbar } from './variables-toolbar.tsx'

interface Props {
  project: Project
  environment: Environment
  /** Stands at the left of the toolbar. */
  selector: ReactNode
  /** What is searched for at first. */
  find: string | undefined
  /** A new variable was asked for elsewhere. */
  adds: boolean
  onAdding: () => void
  canCompare: boolean
  onCompare: () => void
}

const none: ReadonlyMap<string, string> = new Map()

export function EnvironmentVariables({ project, environment, selector, find, ...rest }: Props) {
  const connection = useConnection()
  const open = useVaultOpen()
  const [opened, setOpened] = useState<OpenDialog>()
  const [typed, setTyped] = useState(find ?? '')
  const [selection, setSelection] = useState(noSelection)
  const [waiting, setWaiting] = useState(false)
  const [goTo, setGoTo] = useState<string>()
  const search = useDeferredValue(typed.trim())
  const table = useRef<HTMLDivElement>(null)
  const read = useQuery({ ...variablesQuery(connection, environment.id), enabled: open })
  const variables = (open && read.data?.variables) || none
  const current = read.data?.environment ?? environment
  const canWrite = project.user_role !== 'read'
  const writable = open && read.isSuccess && canWrite
  useFocusAfterUnlock(table, open, read.isSuccess || read.isError)

  // What was typed survives a prompt for the password and the session’s end in sight, and a locked vault out of it;
  // what was only looked at goes.
  useEffect(() => {
    const away = !open && connection.unlockPrompt.read() === null && !connection.sessionExpired.read()
    setWaiting(away)
    if (!open) setSelection(noSelection)
    if (away && !connection.unsaved.any()) setOpened(undefined)
  }, [open, connection])
  const add = () => setOpened({ what: 'add' })
  useShortcut('n', add, { enabled: writable && !opened })
  useWhenReady(rest.adds && writable && !opened, () => {
    rest.onAdding()
    add()
  })

  const keys = useMemo(() => {
    const wanted = search.toLowerCase()
    return [...variables.keys()].filter((key) => key.toLowerCase().includes(wanted)).sort()
  }, [variables, search])
  const selected = useMemo(() => existingSelection(selection, variables), [selection, variables])
  const toTable = () => table.current?.querySelector<HTMLElement>('[data-row="0"]')?.focus()
  // Whoever came for a key stands in its row.
  const arrived = useRef(false)
  useEffect(() => {
    const row = find === undefined ? -1 : keys.indexOf(find)
    if (arrived.current || row < 0) return
    // The rows are drawn once it is known how many fit.
    const drawn = requestAnimationFrame(() => {
      arrived.current = true
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
    })
    return () => cancelAnimationFrame(drawn)
  }, [find, keys])
  /** The row that had the focus is gone: the one in its place takes it, once the question has closed. */
  const afterRemoval = () => {
    setSelection(noSelection)
    afterDialog(() => {
      if (document.activeElement === document.body)
        table.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
    })
  }
  /** The new row takes the focus, so it must not be hidden by what is searched for. */
  const afterAdding = (key: string) => {
    if (!key.toLowerCase().includes(search.toLowerCase())) setTyped('')
    setGoTo(key)
  }

  return (
    <ImportCatcher
      enabled={writable && !opened}
      environment={environment.name}
      onGiven={(given) => setOpened({ what: 'import', given })}
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
        {waiting && opened && (
          <Banner title="What you typed is kept">It is here again once the vault is open.</Banner>
        )}
        {/* A form above the page asks for the password by itself. */}
        {!open && (waiting || !opened) && <UnlockInPlace />}
        {open && read.isPending && <TableSkeleton rows={Math.min(12, environment.variable_count)} />}
        {open && read.isError && !read.data && (
          <ErrorState
            title="The variables did not load"
            onRetry={() => read.refetch()}
            busy={read.isFetching}
          >
            {errorText(read.error)} What is stored is safe.
          </ErrorState>
        )}
        {open && read.isSuccess && variables.size === 0 && (
          <NoVariables
            canWrite={canWrite}
            onImport={() => setOpened({ what: 'import', given: { text: '' } })}
          />
        )}
        {open && variables.size > 0 && keys.length === 0 && (
          <NothingFound search={search} onClear={() => setTyped('')} />
        )}
        {open && keys.length > 0 && (
          <VariablesTable
            label={`Variables of ${environment.name}`}
            variables={variables}
            keys={keys}
            search={search}
            canWrite={canWrite}
            selection={selection}
            onSelection={setSelection}
            onEdit={(key) => setOpened({ what: 'edit', key })}
            onRemove={(key) => setOpened({ what: 'delete', keys: selected.includes(key) ? selected : [key] })}
            goTo={goTo}
            onArrived={() => setGoTo(undefined)}
            onLeave={() => setTyped('')}
          />
        )}
        {open && variables.size > 0 && (
          <VariablesFooter
            environment={current}
            shown={keys.length}
            total={variables.size}
            canWrite={canWrite}
          />
        )}
        {open && selected.length > 0 && (
          <SelectionBar
            keys={selected}
            variables={variables}
            canWrite={canWrite}
            onDelete={() => setOpened({ what: 'delete', keys: selected })}
            onClear={() => setSelection(noSelection)}
          />
        )}
      </div>
      <VariableDialogs
        opened={opened}
        environment={current}
        variables={variables}
        canWrite={canWrite}
        hidden={waiting}
        onAdded={afterAdding}
        onRemoved={afterRemoval}
        onClose={() => setOpened(undefined)}
      />
    </ImportCatcher>
  )
}

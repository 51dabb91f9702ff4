import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import { createStore, type ReadableStore, useStore } from '../../../ui/create-store.ts'
import { commandActions, valueActions } from './commands.ts'
import { type Read, sharedActions, type Update } from './shared-actions.ts'
import { initialState, type Opening, type WorkbenchState } from './state.ts'

/** What the page shows and what the user chose in it. Components read the parts that they show, and call its actions. */
export interface Workbench extends ReadableStore<WorkbenchState> {
  readonly update: (change: Partial<WorkbenchState>) => void
  readonly actions: WorkbenchActions
}

export function createWorkbench(opening: Opening): Workbench {
  const store = createStore(initialState(opening))
  const update = (change: Partial<WorkbenchState>) => {
    const now = store.read()
    const isSame = Object.entries(change).every(([name, value]) =>
      Object.is(now[name as keyof WorkbenchState], value),
    )
    if (!isSame) store.set({ ...now, ...change })
  }
  return { ...store, update, actions: createActions(store.read, update) }
}

/** The one on the page: another one once another environment is opened, null on other pages. */
export const openWorkbench = createStore<Workbench | null>(null)

export const WorkbenchContext = createContext<Workbench | undefined>(undefined)

export function useWorkbenchStore(): Workbench {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new Error('There is no workbench around this component')
  return workbench
}

export const useActions = (): WorkbenchActions => useWorkbenchStore().actions

/** A part of the state; the component renders again when it changes, so `select` makes no new objects. */
export const useWorkbench = <T>(select: (state: WorkbenchState) => T): T =>
  useStore(useWorkbenchStore(), select)

/** Parts of the state, by their names; the component renders again when one of them changes. */
export function useParts<Name extends keyof WorkbenchState>(...names: Name[]): Pick<WorkbenchState, Name> {
  const { read, subscribe } = useWorkbenchStore()
  const snapshot = useRef<WorkbenchState>(undefined)
  return useSyncExternalStore(subscribe, () => {
    const [before, now] = [snapshot.current, read()]
    if (!before || names.some((name) => !Object.is(before[name], now[name]))) snapshot.current = now
    return snapshot.current ?? now
  })
}

type WorkbenchActions = ReturnType<typeof createActions>

/** Everything that a press or a key does on the page. */
function createActions(read: Read, update: Update) {
  const shared = sharedActions(read, update)
  const values = valueActions(read, update, shared)
  return { ...shared, ...values, ...commandActions(read, update, { ...shared, ...values }) }
}

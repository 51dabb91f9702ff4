import { createContext, useCallback, useContext, useLayoutEffect } from 'react'
import type { Unsaved, UnsavedStore } from './unsaved-store.ts'

/** Apart from the connection, because the operator's page has input but no vault. */
export const UnsavedContext = createContext<UnsavedStore | null>(null)

export function useUnsavedStore(): UnsavedStore {
  const unsaved = useContext(UnsavedContext)
  if (!unsaved) throw new Error('There is no store of unsaved input above this component')
  return unsaved
}

interface Form {
  readonly isDirty: boolean
  /** It is being sent. */
  readonly isBusy: boolean
}

/**
 * While the form is `dirty`, leaving the page asks first. Returns a function that runs a callback immediately, or after
 * the user agreed to lose unsaved input.
 */
export function useUnsaved(form: boolean | Form, what: Unsaved = 'typed'): (close: () => void) => void {
  const unsaved = useUnsavedStore()
  const dirty = typeof form === 'boolean' ? form : form.isDirty
  const state = typeof form === 'object' && form.isBusy ? 'sent' : what
  useLayoutEffect(() => (dirty ? unsaved.add(state) : undefined), [dirty, state, unsaved])
  return useCallback(
    (close) => {
      if (!dirty) return close()
      // Without anything unsaved, the form closed while the question was open.
      void unsaved.mayLeave().then((leave) => leave && unsaved.any() && close())
    },
    [dirty, unsaved],
  )
}

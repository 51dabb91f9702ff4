import { useCallback, useLayoutEffect } from 'react'
import { useConnection } from '../use-connection.ts'
import type { Unsaved } from './unsaved-store.ts'

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
  const { unsaved } = useConnection()
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

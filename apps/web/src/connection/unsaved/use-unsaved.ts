import { useCallback, useLayoutEffect } from 'react'
import { useConnection } from '../use-connection.ts'
import type { Unsaved } from './unsaved-store.ts'

/**
 * While `dirty`, leaving the page asks first. Returns a function that runs a callback immediately, or after the user
 * agreed to lose unsaved input.
 */
export function useUnsaved(dirty: boolean, what: Unsaved = 'typed'): (close: () => void) => void {
  const { unsaved } = useConnection()
  useLayoutEffect(() => (dirty ? unsaved.add(what) : undefined), [dirty, what, unsaved])
  return useCallback(
    (close) => {
      if (!dirty) return close()
      void unsaved.mayLeave().then((leave) => leave && close())
    },
    [dirty, unsaved],
  )
}

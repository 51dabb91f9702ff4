import { useCallback, useLayoutEffect } from 'react'
import { useConnection } from '../use-connection.ts'
import type { Unsaved } from './unsaved-store.ts'

/**
 * While `dirty`, leaving the page asks first. Answers a way to close something of the page: it runs what is given at
 * once, or after the person agreed to lose what is unsaved.
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

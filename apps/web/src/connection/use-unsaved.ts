import { useCallback, useLayoutEffect } from 'react'
import { useConnection } from './use-connection.ts'

/**
 * While `dirty`, leaving the page asks first. Answers a way to close something of the page: it runs what is given at
 * once, or after the person agreed to lose what is unsaved.
 */
export function useUnsaved(dirty: boolean): (close: () => void) => void {
  const { unsaved } = useConnection()
  useLayoutEffect(() => (dirty ? unsaved.note() : undefined), [dirty, unsaved])
  return useCallback(
    (close) => {
      if (!dirty) return close()
      void unsaved.mayLeave().then((leave) => leave && close())
    },
    [dirty, unsaved],
  )
}

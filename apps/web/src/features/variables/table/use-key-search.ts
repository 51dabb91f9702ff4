import type { Variables } from '@envhold/formats/variables.ts'
import type { RefObject } from 'react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

/**
 * What is typed into the search, and the keys that hold it. With `find` the search begins there, and the key's row
 * takes the focus.
 */
export function useKeySearch(
  table: RefObject<HTMLElement | null>,
  variables: Variables,
  find: string | undefined,
) {
  const [typed, setTyped] = useState(find ?? '')
  const search = useDeferredValue(typed.trim())
  const keys = useMemo(() => {
    const wanted = search.toLowerCase()
    return [...variables.keys()].filter((key) => key.toLowerCase().includes(wanted)).sort()
  }, [variables, search])
  const isFocused = useRef(false)
  useEffect(() => {
    const row = find === undefined ? -1 : keys.indexOf(find)
    if (isFocused.current || row < 0) return
    // The rows are drawn once it is known how many fit.
    const drawn = requestAnimationFrame(() => {
      isFocused.current = true
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
    })
    return () => cancelAnimationFrame(drawn)
  }, [find, keys, table])
  return { typed, setTyped, search, keys }
}

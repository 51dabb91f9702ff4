import type { Variables } from '@envhold/formats/variables.ts'
import type { RefObject } from 'react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

/** The search and its matching keys. With `find`, the search starts with it, and the key's row is focused. */
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
    // The rows render once their number is measured.
    const drawn = requestAnimationFrame(() => {
      isFocused.current = true
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus()
    })
    return () => cancelAnimationFrame(drawn)
  }, [find, keys, table])
  return { typed, setTyped, search, keys }
}

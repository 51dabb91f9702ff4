import type { ReactNode } from 'react'
import { useDeferredValue, useRef, useState } from 'react'
import { SearchField } from './search-field.tsx'

/** Shorter lists have no search. */
const searchedFrom = 9

interface Props<Option extends { label: string }> {
  /** In the plural: 'environments'. */
  noun: string
  options: readonly Option[]
  /** Shown beside the search, such as a count. */
  note?: ReactNode
  children: (found: readonly Option[], isSearched: boolean) => ReactNode
}

/** A list of options, with a search if it is long. */
export function Searchable<Option extends { label: string }>(props: Props<Option>) {
  const { noun, options, note, children } = props
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim().toLowerCase())
  if (options.length < searchedFrom) return children(options, false)
  const found = options.filter(({ label }) => label.toLowerCase().includes(search))
  return (
    <div ref={list} className="grid gap-2">
      <SearchField
        quiet
        label={`Search ${noun}`}
        value={typed}
        onChange={setTyped}
        onDown={() =>
          list.current?.querySelector<HTMLElement>('[role=option], input[type=checkbox]')?.focus()
        }
      />
      {found.length > 0 ? (
        children(found, search !== '')
      ) : (
        <p className="rounded-md border border-dashed border-line-strong px-3 py-4 text-center text-ink-2">
          No {noun.replace(/s$/, '')} matches “{typed.trim()}”.
        </p>
      )}
      {note && (
        <p aria-live="polite" className="text-small text-ink-3">
          {note}
        </p>
      )}
    </div>
  )
}

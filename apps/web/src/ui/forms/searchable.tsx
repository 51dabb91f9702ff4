import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { SearchField } from './search-field.tsx'

/** Shorter lists have no search. */
const searchedFrom = 9

interface Props<Option extends { label: string }> {
  /** In the plural: 'environments'. */
  noun: string
  options: readonly Option[]
  /** Shown beside the search, such as a count. */
  note?: ReactNode
  children: (options: readonly Option[], isSearched: boolean) => ReactNode
}

/** A list of options, with a search if it is long. */
export function Searchable<Option extends { label: string }>(props: Props<Option>) {
  const { noun, options, note, children } = props
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim().toLowerCase())
  if (options.length < searchedFrom) return children(options, false)
  const matches = options.filter(({ label }) => label.toLowerCase().includes(search))
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
      {matches.length > 0 ? (
        children(matches, search !== '')
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

interface CheckListProps<Value extends string | number> {
  /** In the plural: 'environments'. */
  noun: string
  /** What is searched is the label; what is shown may be more. */
  options: readonly { value: Value; label: string; shown?: ReactNode }[]
  chosen: readonly Value[]
  /** Given in the order of the options. */
  onChange: (chosen: Value[]) => void
  /** Adds one box that selects all options, or all that were found. */
  offersAll?: boolean
}

/** A multiple choice from many: a scrolling, searchable list of check boxes. */
export function CheckList<Value extends string | number>(props: CheckListProps<Value>): ReactNode {
  const { noun, options, chosen, onChange, offersAll = false } = props
  const values = options.map(({ value }) => value)
  const put = (changed: readonly Value[], on: boolean) =>
    onChange(values.filter((value) => (changed.includes(value) ? on : chosen.includes(value))))
  const count = values.filter((value) => chosen.includes(value)).length
  return (
    <Searchable noun={noun} options={options} note={`${count} of ${options.length} chosen`}>
      {(matches, isSearched) => {
        const visible = matches.map(({ value }) => value)
        const on = visible.filter((value) => chosen.includes(value)).length
        return (
          <div className="grid rounded-md border">
            {offersAll && visible.length > 1 && (
              <Checkbox
                label={isSearched ? `Select the ${visible.length} found` : 'Select all'}
                checked={on === visible.length}
                ref={(box) => {
                  if (box) box.indeterminate = on > 0 && on < visible.length
                }}
                onChange={({ target }) => put(visible, target.checked)}
                className="border-b px-3 py-2 text-ink-2"
              />
            )}
            <div className="grid max-h-40 gap-x-6 gap-y-1.5 overflow-y-auto px-3 py-2.5 sm:grid-cols-2">
              {matches.map(({ value, label, shown = label }) => (
                <Checkbox
                  key={value}
                  label={shown}
                  checked={chosen.includes(value)}
                  onChange={({ target }) => put([value], target.checked)}
                  className="min-w-0 [&>label]:break-words"
                />
              ))}
            </div>
          </div>
        )
      }}
    </Searchable>
  )
}

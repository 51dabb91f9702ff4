import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Searchable } from './searchable.tsx'

interface Props<Value extends string | number> {
  /** In the plural: 'environments'. */
  noun: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  /** Given in the order of the options. */
  onChange: (chosen: Value[]) => void
  /** Adds one box that selects all options, or all that were found. */
  offersAll?: boolean
}

/** A multiple choice from many: a scrolling, searchable list of check boxes. */
export function CheckList<Value extends string | number>(props: Props<Value>): ReactNode {
  const { noun, options, chosen, onChange, offersAll = false } = props
  const values = options.map(({ value }) => value)
  const put = (changed: readonly Value[], on: boolean) =>
    onChange(values.filter((value) => (changed.includes(value) ? on : chosen.includes(value))))
  const count = values.filter((value) => chosen.includes(value)).length
  return (
    <Searchable noun={noun} options={options} note={`${count} of ${options.length} chosen`}>
      {(found, isSearched) => {
        const shown = found.map(({ value }) => value)
        const on = shown.filter((value) => chosen.includes(value)).length
        return (
          <div className="grid rounded-md border">
            {offersAll && shown.length > 1 && (
              <Checkbox
                label={isSearched ? `Select the ${shown.length} found` : 'Select all'}
                checked={on === shown.length}
                ref={(box) => {
                  if (box) box.indeterminate = on > 0 && on < shown.length
                }}
                onChange={({ target }) => put(shown, target.checked)}
                className="border-b px-3 py-2 text-ink-2"
              />
            )}
            <div className="grid max-h-40 gap-x-6 gap-y-1.5 overflow-y-auto px-3 py-2.5 sm:grid-cols-2">
              {found.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  label={label}
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

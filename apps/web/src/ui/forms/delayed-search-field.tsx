import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from './search-field.tsx'

const pauseMs = 250

interface Props {
  label: string
  /** The current search. */
  value: string
  onChange: (value: string) => void
  /** Removes from what is typed or pasted what must not be searched for. */
  clean?: (typed: string) => string
  /** Not focused by `/`, because it is one of several. */
  quiet?: boolean
  className?: string
}

/** A search field that reports its value after a pause in typing, for searches on the server. */
export function DelayedSearchField({
  label,
  value,
  onChange,
  clean = (typed) => typed,
  quiet = false,
  className = '',
}: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState({ value, told: value })
  // The value was changed from outside. The echo of a reported value must not overwrite newer input.
  if (value !== known.value) {
    setKnown({ value, told: value })
    if (value !== known.told) setTyped(value)
  }
  const notify = useEffectEvent((wanted: string) => {
    if (wanted === value) return
    setKnown({ value, told: wanted })
    onChange(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => notify(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <SearchField
      label={label}
      value={typed}
      onChange={(text) => setTyped(clean(text))}
      quiet={quiet}
      className={className}
    />
  )
}

import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from './search-field.tsx'

const pauseMs = 250

interface Props {
  label: string
  /** What is searched for now. */
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field that speaks up once typing pauses: what it searches is asked of a server. */
export function DelayedSearchField({ label, value, onChange, className = '' }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState({ value, told: value })
  // Cleared or gone back to from elsewhere; the echo of what was told must not overwrite what was typed since.
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
  return <SearchField label={label} value={typed} onChange={setTyped} className={className} />
}

import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '../class-names.ts'
import { Kbd } from '../text/kbd.tsx'
import { useShortcut } from '../use-shortcut.ts'
import { Input } from './input.tsx'

interface Props {
  label: string
  /** The label if omitted. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  /** Called on ArrowDown, to move to the results. */
  onDown?: () => void
  /** Called on Enter, to open the only hit. */
  onEnter?: (() => void) | undefined
  /** Not focused by `/`, because it is one of several or in a dialog. */
  quiet?: boolean
  /** How much was found, beside the text. */
  count?: string | undefined
  className?: string
}

/** Focused by `/` from anywhere on the page. Esc clears it, then leaves it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  onDown,
  onEnter,
  quiet = false,
  count,
  className,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.select(), { enabled: !quiet })
  return (
    <div className={cn('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            if (value === '' && !quiet) input.current?.blur()
            onChange('')
          }
          const act = { ArrowDown: onDown, Enter: onEnter }[event.key]
          if (!act || event.nativeEvent.isComposing) return
          event.preventDefault()
          act()
        }}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && count !== undefined && (
        <span
          role="status"
          className="absolute inset-y-0 right-9 grid place-items-center bg-surface my-px pl-2 text-small text-ink-3 tabular-nums"
        >
          {count}
        </span>
      )}
      {value === '' ? (
        !quiet && (
          <span className="absolute top-2 right-2 pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  )
}

const pauseMs = 250

interface DelayedSearchFieldProps extends Omit<Props, 'onDown' | 'onEnter'> {
  /** Called on Enter with what is typed, which is reported then. */
  onEnter?: (typed: string) => void
  /** Removes from what is typed or pasted what must not be searched for. */
  clean?: (typed: string) => string
}

/** A search field that reports its value after a pause in typing, for searches on the server. */
export function DelayedSearchField({
  value,
  onChange,
  onEnter,
  clean = (typed) => typed,
  ...field
}: DelayedSearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState({ value, told: value })
  // The value was changed from outside. The echo of a reported value must not overwrite newer input.
  if (value !== known.value) {
    setKnown({ value, told: value })
    if (value !== known.told) setTyped(value)
  }
  const report = (search: string) => {
    setKnown({ value, told: search })
    onChange(search)
  }
  const reportNew = useEffectEvent((search: string) => {
    if (search !== value) report(search)
  })
  useEffect(() => {
    const timer = setTimeout(() => reportNew(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <SearchField
      {...field}
      value={typed}
      onChange={(text) => setTyped(clean(text))}
      onEnter={
        onEnter &&
        (() => {
          if (typed.trim() !== value) report(typed.trim())
          onEnter(typed.trim())
        })
      }
    />
  )
}

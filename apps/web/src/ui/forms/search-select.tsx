import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { cn } from '../class-names.ts'
import { isFilledSearch } from '../dialogs/overlay.ts'
import { controlStyles } from './input.tsx'
import { Searchable } from './searchable.tsx'

interface Props {
  label: string
  /** In the plural: 'environments'. */
  noun: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** The arrows move among the options. */
const walk = (event: KeyboardEvent) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = document.activeElement?.[step[event.key]]
  if (next instanceof HTMLElement) next.focus()
}

/** A single choice from many: a searchable list. For few options, use `Select`. */
export function SearchSelect({ label, noun, options, value, onChange, className }: Props) {
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const choose = (next: string) => {
    setOpen(false)
    onChange(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`${label}: ${chosen?.label ?? ''}`}
        className={cn(controlStyles, 'flex h-9 items-center gap-2 pr-2.5 text-left', className)}
      >
        <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onEscapeKeyDown={(event) => isFilledSearch(event.target) && event.preventDefault()}
          className="z-50 w-72 max-w-[calc(100vw-1rem)] animate-appear rounded-md bg-raised p-2 shadow-high outline-none"
        >
          <Searchable noun={noun} options={options}>
            {(matches) => (
              <div
                role="listbox"
                aria-label={label}
                className="grid max-h-72 overflow-y-auto"
                onKeyDown={walk}
              >
                {matches.map((option) => (
                  <button
                    key={option.value}
                    type="button"
                    role="option"
                    aria-selected={option.value === value}
                    onClick={() => choose(option.value)}
                    className="rounded-sm px-2.5 py-1.5 text-left break-words hover:bg-hover focus-visible:-outline-offset-2 aria-selected:font-medium aria-selected:text-accent"
                  >
                    {option.label}
                  </button>
                ))}
              </div>
            )}
          </Searchable>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cn } from './class-names.ts'

interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

interface Props {
  label: string
  tabs: readonly Tab[]
  value?: string
  onValueChange?: (value: string) => void
  className?: string
}

export function Tabs({ label, tabs, value, onValueChange, className }: Props) {
  const first = tabs[0]?.value ?? ''
  /** Too many to fit side by side on a phone. */
  const isCrowded = tabs.length > 4
  // A clicked tab is focused by script, which browsers treat as keyboard focus.
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the open tab into view if not all tabs fit.
  useEffect(() => {
    const open = list.current?.querySelector(`[role=tab][data-state=active]`)
    if (value !== undefined) open?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onValueChange && { onValueChange })}
      className={cn('grid min-w-0 grid-cols-1 gap-5', className)}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        onPointerDownCapture={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
        onKeyDownCapture={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
        onKeyUpCapture={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
        className={cn(
          'group/tabs relative flex gap-3 overflow-x-auto border-b [scrollbar-width:none]',
          isCrowded && 'max-sm:gap-0.5',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              '-mb-px h-10 rounded-t-sm border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink group-data-pressed/tabs:outline-none focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink',
              isCrowded && 'max-sm:px-0.5 max-sm:text-small',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="min-w-0 rounded-sm focus-visible:outline-offset-4"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

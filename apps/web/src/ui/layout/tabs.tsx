import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cn } from '../class-names.ts'

interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
  /** Its content stays, hidden, while another tab is open. */
  keep?: boolean
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
  return (
    <TabsRoot
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onValueChange && { onValueChange })}
      className={cn('grid min-w-0 grid-cols-1 gap-5', className)}
    >
      <TabList
        label={label}
        tabs={tabs}
        value={value}
        className={cn('gap-3 overflow-x-auto border-b', isCrowded && 'max-sm:gap-0.5')}
        tabClassName={cn(
          '-mb-px h-10 rounded-t-sm border-b-2 border-transparent px-1 text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink',
          isCrowded && 'max-sm:px-0.5 max-sm:text-small',
        )}
      />
      {tabs.map((tab) => (
        <TabPanel
          key={tab.value}
          value={tab.value}
          {...(tab.keep && { forceMount: true })}
          className="rounded-sm data-[state=inactive]:hidden"
        >
          {tab.content}
        </TabPanel>
      ))}
    </TabsRoot>
  )
}

/** Tabs whose list and panels are placed apart from each other. */
export const TabsRoot = Radix.Root

interface ListProps {
  label: string
  tabs: readonly Pick<Tab, 'value' | 'label'>[]
  value: string | undefined
  className: string
  tabClassName: string
}

/** How much of the tabs before the open one stays in view, in pixels. */
const beforeOpen = 48

export function TabList({ label, tabs, value, className, tabClassName }: ListProps) {
  // A clicked tab is focused by script, which browsers treat as keyboard focus.
  const list = useRef<HTMLDivElement>(null)
  // Not by scrollIntoView, after which Tab would go on from the open tab, past everything above it.
  useEffect(() => {
    const { current } = list
    const first = current?.querySelector<HTMLElement>('[role=tab]')
    const open = current?.querySelector<HTMLElement>('[data-state=active]')
    if (value !== undefined && current && first && open)
      current.scrollLeft = open.offsetLeft - first.offsetLeft - beforeOpen
  }, [value])
  return (
    <Radix.List
      ref={list}
      aria-label={label}
      onPointerDownCapture={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
      onKeyDownCapture={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      // Enter has opened a tab. If that asked a question, whose button has the focus now, Enter must not press it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onKeyUpCapture={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      className={cn('group/tabs relative flex [scrollbar-width:none]', className)}
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          // An arrow key opens the tab that it leads to. A closing dialog, which returns the focus, opens none.
          onFocus={(event) => !list.current?.contains(event.relatedTarget) && event.preventDefault()}
          className={cn(
            'font-medium whitespace-nowrap transition-colors group-data-pressed/tabs:outline-none',
            tabClassName,
          )}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
}

export const TabPanel = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content className={cn('min-w-0 focus-visible:outline-offset-4', className)} {...rest} />
)

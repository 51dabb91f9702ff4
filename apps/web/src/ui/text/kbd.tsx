import type { ReactNode } from 'react'

/** How ⌘ is written on this machine's keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-small leading-none whitespace-nowrap text-ink-2">
    {children}
  </kbd>
)

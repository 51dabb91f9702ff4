import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'

interface Props {
  search: string
  onSearch: (search: string) => void
  onOpenChange: (open: boolean) => void
  restoreFocus: (event: Event) => void
}

const focus = (input: HTMLInputElement | null) => input?.focus()

/** The menu's field before its code has loaded: it takes the first letters, which the menu then searches for. */
export function LoadingCommandMenu({ search, onSearch, onOpenChange, restoreFocus }: Props) {
  const close = (event: Event) => {
    restoreFocus(event)
    onOpenChange(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
    if (event.key === 'Escape' || isShortcut) close(event.nativeEvent)
    // There is nothing else to go to, and the page behind is covered.
    if (event.key === 'Tab') event.preventDefault()
  }
  return (
    <>
      <div
        aria-hidden="true"
        className={commandMenuStyles.overlay}
        onClick={({ nativeEvent }) => close(nativeEvent)}
      />
      <div role="dialog" aria-modal="true" aria-label="Command menu" className={commandMenuStyles.box}>
        <div className={commandMenuStyles.field}>
          <Search className={commandMenuStyles.icon} aria-hidden="true" />
          <input
            ref={focus}
            type="text"
            aria-label="Commands"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={commandMenuPlaceholder}
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={onKeyDown}
            className={commandMenuStyles.input}
          />
        </div>
      </div>
    </>
  )
}

/** Shared by the loading field and the loaded menu, so that nothing moves between them. */
export const commandMenuStyles = {
  overlay: 'fixed inset-0 z-40 animate-appear bg-veil',
  box: 'fixed inset-x-4 top-[min(12vh,6.5rem)] z-50 mx-auto max-w-160 overflow-hidden rounded-lg max-md:inset-x-0 max-md:top-0 max-md:rounded-t-none bg-raised shadow-high outline-none',
  field: 'flex items-center gap-3 border-b px-4',
  icon: 'size-4 text-ink-3',
  input: 'h-12 w-full bg-transparent text-base outline-none',
}

export const commandMenuPlaceholder = 'Find a variable, go to a page or run a command'

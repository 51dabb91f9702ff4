/** Shared by the loading field and the loaded menu, so that nothing moves between them. */
export const commandMenuStyles = {
  overlay: 'fixed inset-0 z-40 animate-appear bg-veil',
  box: 'fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-lg overflow-hidden rounded-lg bg-raised shadow-high outline-none',
  field: 'flex items-center gap-3 border-b px-4',
  icon: 'size-4 text-ink-3',
  input: 'h-12 w-full bg-transparent text-base outline-none',
}

export const commandMenuPlaceholder = 'Go to a page or run a command'

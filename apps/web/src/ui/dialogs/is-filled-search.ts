/** Esc clears a search before it closes the dialog around it. */
export const isFilledSearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement &&
  (target.type === 'search' || target.role === 'combobox') &&
  target.value !== ''

/**
 * Whether the user moves between tabs with the arrow keys. A tab's content must not take the focus then, or the next
 * arrow key would go to it. Clicking a tab marks the list, and does not count.
 */
export const isTabFocused = (): boolean =>
  document.activeElement?.closest('[role=tablist]:not([data-pressed])') != null

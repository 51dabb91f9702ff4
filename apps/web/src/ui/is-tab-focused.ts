/**
 * Whether somebody walks along tabs with the arrow keys. What a tab shows then takes no focus: the next arrow would
 * land in it. A press on a tab is another matter, and marks the list.
 */
export const isTabFocused = (): boolean =>
  document.activeElement?.closest('[role=tablist]:not([data-pressed])') != null

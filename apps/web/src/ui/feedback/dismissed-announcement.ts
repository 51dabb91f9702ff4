const key = 'announcement-dismissed'

/** The id of the announcement that was last dismissed in this browser. Another text has another id. */
export const readDismissed = (): string | null => localStorage.getItem(key)

export const saveDismissed = (id: string): void => localStorage.setItem(key, id)

export const openedKey = 'opened-projects'

/** A file of its own: every page loads it, and the rest only those that show projects. */
export const clearOpened = (storage: Pick<Storage, 'removeItem'>): void => storage.removeItem(openedKey)

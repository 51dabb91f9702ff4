export const lastViewsKey = 'project-places'

/** A file of its own: every page loads it, and the rest only a project does. */
export function clearLastViews(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(lastViewsKey)
  // The columns of the grid (`stored-columns.ts`).
  storage.removeItem('project-columns')
}

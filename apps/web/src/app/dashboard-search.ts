/** What the dashboard's address says: what to do there first. */
export interface DashboardSearch {
  action?: 'new-project'
}

/** Takes from an address what makes sense there. */
export const dashboardSearch = ({ action }: Record<string, unknown>): DashboardSearch =>
  action === 'new-project' ? { action } : {}

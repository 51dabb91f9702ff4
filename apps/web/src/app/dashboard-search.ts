/** The search parameters of the dashboard: an action to start with. */
export interface DashboardSearch {
  action?: 'new-project'
}

/** Parses search parameters and drops invalid ones. */
export const dashboardSearch = ({ action }: Record<string, unknown>): DashboardSearch =>
  action === 'new-project' ? { action } : {}

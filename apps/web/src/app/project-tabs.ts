const tabNames = ['environments', 'variables', 'collaborators', 'api-keys', 'activity'] as const
export type ProjectTab = (typeof tabNames)[number]
export const isProjectTab = (name: unknown): name is ProjectTab => tabNames.some((tab) => tab === name)

/** What of the project page its address says: the tab, and the environment whose variables are looked at. */
export interface ProjectSearch {
  tab?: ProjectTab
  environment?: number
}

/** Takes from an address what makes sense there. */
export function projectSearch({ tab, environment }: Record<string, unknown>): ProjectSearch {
  const id = Number(environment)
  return {
    ...(isProjectTab(tab) && { tab }),
    ...(Number.isSafeInteger(id) && id > 0 && { environment: id }),
  }
}

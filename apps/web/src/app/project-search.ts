const tabNames = ['environments', 'variables', 'collaborators', 'api-keys', 'activity'] as const
export type ProjectTab = (typeof tabNames)[number]
export const isProjectTab = (name: unknown): name is ProjectTab => tabNames.some((tab) => tab === name)

const viewNames = ['grid', 'text'] as const
const isView = (name: unknown): name is (typeof viewNames)[number] => viewNames.some((view) => view === name)

/**
 * What of the project page its address says: the tab, the environment whose variables are looked at, how, and the key
 * that somebody came for.
 */
export interface ProjectSearch {
  tab?: ProjectTab
  environment?: number
  view?: (typeof viewNames)[number]
  find?: string
}

/** Takes from an address what makes sense there. */
export function projectSearch({ tab, environment, view, find }: Record<string, unknown>): ProjectSearch {
  const id = Number(environment)
  return {
    ...(isProjectTab(tab) && { tab }),
    ...(Number.isSafeInteger(id) && id > 0 && { environment: id }),
    ...(isView(view) && { view }),
    ...(typeof find === 'string' && /^\w{1,255}$/.test(find) && { find }),
  }
}

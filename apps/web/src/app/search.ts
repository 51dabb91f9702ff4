import { useEffect, useEffectEvent, useState } from 'react'
import { type LogSearch, logSearch } from '../features/activity/activity-search.ts'

const tabNames = ['environments', 'variables', 'collaborators', 'api-keys', 'activity'] as const
export type ProjectTab = (typeof tabNames)[number]
export const isProjectTab = (name: unknown): name is ProjectTab => tabNames.some((tab) => tab === name)

const actionNames = ['add-variable', 'invite', 'new-environment'] as const
export type ProjectAction = (typeof actionNames)[number]
const isAction = (name: unknown): name is ProjectAction => actionNames.some((action) => action === name)

const viewNames = ['grid', 'text'] as const
const isView = (name: unknown): name is (typeof viewNames)[number] => viewNames.some((view) => view === name)

const onlyNames = ['to-check', 'differing', 'missing', 'changed'] as const
const isOnly = (name: unknown): name is (typeof onlyNames)[number] => onlyNames.some((only) => only === name)

/**
 * The search parameters of the project page: tab, environment, view, a key to search for and whether its history is
 * open, which keys the table shows, what the log shows, and an action to start with.
 */
export interface ProjectSearch extends LogSearch {
  tab?: ProjectTab
  environment?: number
  view?: (typeof viewNames)[number]
  find?: string
  history?: true
  only?: (typeof onlyNames)[number]
  action?: ProjectAction
}

/** Parses search parameters and drops invalid ones. */
export function projectSearch({
  tab,
  environment,
  view,
  find,
  history,
  only,
  action,
  ...log
}: Record<string, unknown>): ProjectSearch {
  const id = Number(environment)
  return {
    ...(isProjectTab(tab) && { tab }),
    ...(Number.isSafeInteger(id) && id > 0 && { environment: id }),
    ...(isView(view) && { view }),
    ...(typeof find === 'string' && /^\w{1,255}$/.test(find) && { find }),
    ...(history === true && { history }),
    ...(isOnly(only) && { only }),
    ...logSearch(log),
    ...(isAction(action) && { action }),
  }
}

/** What the address of the billing page says: what a checkout answered, or that the plans are asked for. */
export interface BillingSearch {
  success?: true
  canceled?: true
  upgrade?: true
}

/** Takes from an address what makes sense there, and one of it. */
export function billingSearch({ success, canceled, upgrade }: Record<string, unknown>): BillingSearch {
  if (success === true) return { success }
  if (canceled === true) return { canceled }
  return upgrade === true ? { upgrade } : {}
}

/** The search parameters of the dashboard: an action to start with. */
interface DashboardSearch {
  action?: 'new-project'
}

/** Parses search parameters and drops invalid ones. */
export const dashboardSearch = ({ action }: Record<string, unknown>): DashboardSearch =>
  action === 'new-project' ? { action } : {}

/**
 * Removes the action from the URL and keeps it until the page can run it, so that a reload does not repeat it.
 * @param remove replaces the address by the one without the action
 */
export function useSearchAction<Action extends string>(action: Action | undefined, remove: () => void) {
  const [pending, setPending] = useState<Action>()
  const take = useEffectEvent((taken: Action) => {
    setPending(taken)
    remove()
  })
  useEffect(() => {
    if (action !== undefined) take(action)
  }, [action])
  return { pending, onDone: () => setPending(undefined) }
}

import type { ProjectActivity } from '@envhold/contract/activity/activity.ts'

type Searched = Pick<ProjectActivity, 'description' | 'event_type' | 'users'>

/** Filters a page's entries by text in their description, type or user. */
export function filterEntries<T extends Searched>(entries: readonly T[], typed: string): readonly T[] {
  const search = typed.trim().toLowerCase()
  if (search === '') return entries
  return entries.filter(({ description, event_type, users }) =>
    [description, event_type, users?.email, users?.username].some((text) =>
      text?.toLowerCase().includes(search),
    ),
  )
}

export const sortNames = ['newest', 'oldest', 'name', 'name-desc', 'updated'] as const
export type SortName = (typeof sortNames)[number]

export const keySorts = {
  newest: { sortBy: 'created_at', sortOrder: 'desc' },
  oldest: { sortBy: 'created_at', sortOrder: 'asc' },
  name: { sortBy: 'key_name', sortOrder: 'asc' },
  'name-desc': { sortBy: 'key_name', sortOrder: 'desc' },
  updated: { sortBy: 'updated_at', sortOrder: 'desc' },
} as const satisfies Record<SortName, object>

export const sortOptions = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'name', label: 'Name A-Z' },
  { value: 'name-desc', label: 'Name Z-A' },
  { value: 'updated', label: 'Recently Updated' },
] as const satisfies readonly { value: SortName; label: string }[]

const tabNames = ['environments', 'variables', 'api-keys'] as const
export type ProjectTab = (typeof tabNames)[number]
export const isProjectTab = (name: unknown): name is ProjectTab => tabNames.some((tab) => tab === name)

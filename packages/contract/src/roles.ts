import type { ProjectRole } from './projects.ts'

/** What a call wants to do with a project: read it, change variables, or what only its owner may. */
export type Need = 'read' | 'write' | 'own'

const allowed: Readonly<Record<ProjectRole, readonly Need[]>> = {
  owner: ['read', 'write', 'own'],
  write: ['read', 'write'],
  read: ['read'],
}

/** Whether a role is enough for a need. Server, web and CLI ask this and compare no roles themselves. */
export const may = (role: ProjectRole, need: Need): boolean => allowed[role].includes(need)

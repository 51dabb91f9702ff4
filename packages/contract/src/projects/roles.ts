import type { ProjectRole } from './projects.ts'

/** What a call needs to do with a project: read it, change variables, or an action of its owner. */
export type Need = 'read' | 'write' | 'own'

const allowed: Readonly<Record<ProjectRole, readonly Need[]>> = {
  owner: ['read', 'write', 'own'],
  write: ['read', 'write'],
  read: ['read'],
}

/** Whether a role allows an action. Server, web app and command line use this and never compare roles themselves. */
export const may = (role: ProjectRole, need: Need): boolean => allowed[role].includes(need)

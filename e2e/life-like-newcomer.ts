// Somebody on their first day: no master password, nothing seen yet.

import { createProject } from '@envhold/contract/projects.ts'
import { type Person, signUp } from '../dev/world/sign-up.ts'

export interface Newcomer {
  readonly newcomer: Person
  /** Of somebody with a master password. */
  readonly beginner: Person
  /** Without an environment in it. */
  readonly emptyProject: number
}

export async function seedNewcomer(server: string): Promise<Newcomer> {
  const newcomer = await signUp(server, { email: 'hedy@example.com', masterPassword: null })
  const beginner = await signUp(server, { email: 'mary@example.com' })
  const body = { name: 'Website', description: null }
  const { project } = await beginner.client.call(createProject, { body })
  return { newcomer, beginner, emptyProject: project.id }
}

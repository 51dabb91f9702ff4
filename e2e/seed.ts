import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Person } from '../dev/world/sign-up.ts'

type Environments = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Seeded {
  readonly projectId: number
  /** By name. */
  readonly environments: Readonly<Record<string, number>>
}

/** A project with environments and their variables, through the API. */
export async function seedProject(
  { client }: Person,
  name: string,
  environments: Environments,
  description?: string,
): Promise<Seeded> {
  const { project } = await client.call(createProject, { body: { name, description: description ?? null } })
  const ids: Record<string, number> = {}
  for (const [each, variables] of Object.entries(environments)) {
    const params = { projectId: project.id }
    const { environment } = await client.call(createEnvironment, {
      params,
      body: { name: each, protected: false },
    })
    ids[each] = environment.id
    if (Object.keys(variables).length > 0)
      await client.call(writeVariables, {
        params: { id: environment.id },
        body: { variables, mode: 'merge' },
      })
  }
  return { projectId: project.id, environments: ids }
}

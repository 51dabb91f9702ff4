import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { type Person, signUp } from '../world/sign-up.ts'

/** What a call of inject needs: an environment, and a key of its project. */
export interface InjectTarget {
  readonly projectId: number
  readonly environmentId: number
  readonly path: string
  readonly apiKey: string
  readonly keyId: string
}

export interface Fixture {
  /** On a new server the operator, whose keys have no limit. */
  readonly person: Person
  /** One for each project. */
  readonly targets: readonly InjectTarget[]
}

const createdTogether = 6

/** A project of this person, with an environment and a key. */
export async function createTarget({ client }: Person, name: string): Promise<InjectTarget> {
  const { project } = await client.call(createProject, { body: { name } })
  const params = { projectId: project.id }
  const { environment } = await client.call(createEnvironment, {
    params,
    body: { name: 'production', protected: false },
  })
  await client.call(writeVariables, {
    params: { id: environment.id },
    body: { variables: { HELLO: name }, mode: 'replace' },
  })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
  })
  return {
    projectId: project.id,
    environmentId: environment.id,
    path: `/api/v1/inject/${project.id}/production`,
    apiKey: api_key.api_key,
    keyId: api_key.id,
  }
}

/** An account with this number of projects, each with an environment and a key. The first account is the operator. */
export async function createFixture(url: string, projects: number): Promise<Fixture> {
  const person = await signUp(url)
  const targets: InjectTarget[] = []
  for (let made = 0; made < projects; made += createdTogether) {
    const count = Math.min(createdTogether, projects - made)
    const names = Array.from({ length: count }, (_, index) => `Project ${made + index + 1}`)
    targets.push(...(await Promise.all(names.map((name) => createTarget(person, name)))))
  }
  return { person, targets }
}

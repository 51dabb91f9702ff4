import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Person } from '../dev/world/sign-up.ts'
import { seedProject } from './seed.ts'

const variables = {
  DATABASE_URL: 'postgres://localhost/shop',
  DB_USER: 'shop',
  DB_PASSWORD: 'pa$$word',
  GREETING: 'Grüße, ada',
  LOG_LEVEL: 'info',
}

export interface ManualWorld {
  /** Of the project that the manual shows. */
  readonly apiKey: string
  readonly token: string
}

/** What the manual's commands name: the project 7, ‘my-project’, with the environments 11 and 12, at version 13. */
export async function seedManualWorld(person: Person): Promise<ManualWorld> {
  for (const [name, environments] of [
    ['shop', ['a', 'b', 'c', 'd', 'e']],
    ...[2, 3, 4, 5, 6].map((n) => [`project-${n}`, ['staging']] as const),
  ] as const)
    await seedProject(person, name, Object.fromEntries(environments.map((environment) => [environment, {}])))
  const { projectId, environments } = await seedProject(person, 'my-project', {
    staging: variables,
    production: variables,
  })
  if (projectId !== 7 || environments.production !== 12) throw new Error('The ids of the manual are others')
  for (const id of Object.values(environments))
    for (let version = 2; version <= 13; version++)
      await person.client.call(writeVariables, {
        params: { id },
        body: { variables: { RELEASE: String(version) }, mode: 'merge' },
      })
  const { api_key } = await person.client.call(createApiKey, {
    params: { id: projectId },
    body: {
      name: 'ci',
      permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
      environment_access: null,
    },
  })
  const { token } = await person.client.call(createCliToken, {})
  return { apiKey: api_key.api_key, token }
}

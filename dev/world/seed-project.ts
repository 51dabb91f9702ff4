// The start of a test about projects, created over the API like by any user.

import type { Client } from '@envhold/client/client.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { createEnvironment, type Environment } from '@envhold/contract/environments/environments.ts'
import { type PersonalTokenPermission, personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, type Project } from '@envhold/contract/projects/projects.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { measured } from './measured.ts'

export interface SeededProject<Name extends string = string> {
  readonly project: Project
  /** In the order of the names. */
  readonly environments: readonly Environment[]
  /** The environments' ids. */
  readonly ids: Readonly<Record<Name, number>>
}

type Caller = { readonly client: Client }

/** A project with an empty, unprotected environment for each name. Only the operator of an instance can have more than one. */
export const seedProject = <Name extends string>(
  owner: Caller,
  ...names: readonly Name[]
): Promise<SeededProject<Name>> => measured('project', () => createShop(owner, names))

async function createShop<Name extends string>(
  { client }: Caller,
  names: readonly Name[],
): Promise<SeededProject<Name>> {
  const { project } = await client.call(createProject, { body: { name: 'Shop' } })
  const environments: Environment[] = []
  const ids = {} as Record<Name, number>
  for (const name of names) {
    const params = { projectId: project.id }
    const { environment } = await client.call(createEnvironment, { params, body: { name, protected: false } })
    environments.push(environment)
    ids[name] = environment.id
  }
  return { project, environments, ids }
}

/** One environment of its own project, with these variables at version 1. */
export async function seedEnvironment(
  owner: Caller,
  variables: Readonly<Record<string, string>> = { HELLO: 'world' },
): Promise<{ projectId: number; id: number }> {
  const { project, ids } = await seedProject(owner, 'production')
  const id = ids.production
  await owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
  return { projectId: project.id, id }
}

export type ApiKeyRequest = Partial<InputOf<typeof createApiKey>['body']>

/** An API key with all permissions for all environments, by default. */
export async function seedApiKey(
  { client }: Caller,
  projectId: number,
  request: ApiKeyRequest = {},
): Promise<{ id: string; apiKey: string }> {
  const { api_key } = await client.call(createApiKey, {
    params: { id: projectId },
    body: { name: 'CI', permissions: ['read_variables', 'read_schema', 'variables.api_inject'], ...request },
  })
  return { id: api_key.id, apiKey: api_key.api_key }
}

export async function seedPersonalToken(
  { client }: Caller,
  permissions: readonly PersonalTokenPermission[] = personalTokenPermissions,
  expires_at: string | null = null,
): Promise<{ id: string; token: string }> {
  const { token } = await client.call(createPersonalToken, {
    body: { name: 'Laptop', permissions: [...permissions], expires_at },
  })
  return { id: token.id, token: token.token }
}

/** The variables of an environment, as this caller reads them. */
export const variablesOf = async ({ client }: Caller, id: number): Promise<Record<string, string>> =>
  (await client.call(readVariables, { params: { id } })).variables

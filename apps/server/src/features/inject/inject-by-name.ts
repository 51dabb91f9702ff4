import type { injectByName as endpoint } from '@envhold/contract/inject.ts'
import { toRecord } from '@envhold/formats/variables.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import type { KeyForCall } from '../api-keys/api-key-store.ts'
import { findSealedByName } from '../environments/sealed-environment-store.ts'
import type { AdmittedCall, InjectContext, Served } from './admitted-call.ts'
import { findGrantedEnvironment } from './find-granted-environment.ts'
import { listGrantedEnvironments } from './list-granted-environments.ts'
import { openGrantedEnvironment } from './open-granted-environment.ts'

/** Returns an environment as JSON. The key determines the project, and the environment too if it has only one. */
export async function injectByName(
  ctx: InjectContext,
  call: AdmittedCall<typeof endpoint>,
): Promise<Served<typeof endpoint>> {
  const { key, query } = call
  requireKeyPermissions(key, ['read_variables', 'variables.api_inject'])
  if (query.project !== undefined) requireOwnProject(key, query.project)
  const named = query.environment ?? (await onlyEnvironment(ctx, key))
  const { environment, isKnown, headers } = await findGrantedEnvironment(ctx, call, named, findSealedByName)
  const { id: environmentId, name: environmentName, version } = environment
  if (isKnown) return { reply: { status: 304, headers }, environmentId, environmentName, variables: 0 }

  const variables = openGrantedEnvironment(ctx, call, environment)
  const json = {
    project: { id: key.project_id, name: key.project_name },
    environment: { id: environmentId, name: environmentName },
    version,
    variables: toRecord(variables),
  }
  return { reply: { json, headers }, environmentId, environmentName, variables: variables.size }
}

/** @throws AppError NOT_FOUND unless the key's project is named: by its name, by `owner/name`, or by its id */
function requireOwnProject({ project_id, project_name, owner_username }: KeyForCall, named: string): void {
  const names = [project_name, `${owner_username}/${project_name}`].map((name) => name.toLowerCase())
  if (names.includes(named.toLowerCase()) || named === String(project_id)) return
  throw new AppError('NOT_FOUND', { message: 'This API key belongs to another project.' })
}

/** @throws AppError NOT_FOUND when the key may read none, VALIDATION_FAILED when it may read several */
async function onlyEnvironment(ctx: Pick<Context, 'db' | 'secrets'>, key: KeyForCall): Promise<string> {
  const [only, ...others] = await listGrantedEnvironments(ctx, key)
  if (!only) throw new AppError('NOT_FOUND', { message: 'This API key may not read any environment.' })
  if (others.length === 0) return only.name
  const names = [only, ...others].map(({ name }) => name)
  const shown = names.length > 8 ? [...names.slice(0, 7), '…'] : names
  throw new AppError('VALIDATION_FAILED', {
    message: 'This API key can read several environments. Name one.',
    details: [{ path: 'environment', message: `One of: ${shown.join(', ')}` }],
  })
}

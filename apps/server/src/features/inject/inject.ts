/** Inject: what API keys fetch. The usage log records each of these calls before its response is sent. */
import * as contract from '@envhold/contract/inject.ts'
import { toRecord } from '@envhold/formats/variables.ts'
import { AppError, notFound, TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { wireTimeOrNull } from '../../http/responses/wire-time.ts'
import { isEnvironmentGranted, requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { type KeyForCall, permissionsOfKey } from '../api-keys/api-key-store.ts'
import { decodeNames } from '../environments/environment-names.ts'
import { type EnvironmentRow, listEnvironmentRows } from '../environments/environment-store.ts'
import {
  findNamesByName,
  findSealedByName,
  type NamedEnvironment,
} from '../environments/sealed-environment-store.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { Admitted, InjectContext } from './admitted-call.ts'
import { findGrantedEnvironment, openGrantedEnvironment, requireGrant } from './granted-environment.ts'
import { injectText } from './inject-text.ts'
import { verbWithRememberedResponse, verbWithUsageRecord } from './with-usage-record.ts'

/** Returns an environment as text, for an API key that was granted it. */
export const inject = verbWithRememberedResponse(contract.inject, injectText)

/** Returns an environment as JSON. The key determines the project, and the environment too if it has only one. */
export const injectByName = verbWithUsageRecord(contract.injectByName, async (ctx, call) => {
  const { key, query } = call
  requireKeyPermissions(key, ['read_variables', 'variables.api_inject'])
  if (query.project !== undefined) requireOwnProject(key, query.project)
  const named = query.environment ?? (await onlyEnvironment(ctx, key))
  const request = { named, find: findSealedByName, isTagOfNames: true }
  const { environment, isKnown, headers } = await findGrantedEnvironment(ctx, call, request)
  const { id: environmentId, name: environmentName, version } = environment
  if (isKnown) return { result: { status: 304, headers }, environmentId, environmentName, variables: 0 }

  const variables = openGrantedEnvironment(ctx, call, environment)
  const json = {
    project: { id: key.project_id, name: key.project_name },
    environment: { id: environmentId, name: environmentName },
    version,
    variables: toRecord(variables),
  }
  return { result: { json, headers }, environmentId, environmentName, variables: variables.size }
})

/** The names of an environment's variables, without values. */
export const readSchema = verbWithRememberedResponse(contract.readSchema, async (ctx, call) => {
  const { key, params } = call
  requireKeyPermissions(key, ['read_schema'])
  const { environment, isKnown, headers, byFormerName } = await findGrantedEnvironment(ctx, call, {
    named: params.environment,
    find: findNamesByName,
    isTagOfNames: true,
  })
  const { id: environmentId, name: environmentName, version } = environment
  const about = { environmentId, environmentName, variables: 0, ...(byFormerName && { byFormerName }) }
  if (isKnown) return { result: { status: 304, headers }, ...about }

  const json = {
    project: { id: key.project_id, name: key.project_name },
    environment: { id: environmentId, name: environmentName },
    version,
    keys: readGrantedNames(ctx, call, environment),
  }
  return { result: { json, headers }, ...about }
})

/** Describes the presented API key, and no environments that it may not read. */
export const readOwnApiKey = verbWithUsageRecord(contract.readOwnApiKey, async (ctx, { key }) => {
  const environments = await listGrantedEnvironments(ctx, key)
  const json = {
    api_key: {
      key_name: key.key_name,
      permissions: permissionsOfKey(key),
      expires_at: wireTimeOrNull(key.expires_at),
    },
    project: { id: key.project_id, name: key.project_name },
    environments: environments.map(({ id, name }) => ({ id, name })),
  }
  return { result: { json }, environmentId: null, variables: 0 }
})

/** @throws AppError NOT_FOUND unless the key's project is named: by its name, by `owner/name`, or by its id */
function requireOwnProject({ project_id, project_name, owner_username }: KeyForCall, named: string): void {
  const names = [project_name, `${owner_username}/${project_name}`].map((name) => name.toLowerCase())
  if (names.includes(named.toLowerCase()) || named === String(project_id)) return
  throw notFound('This API key belongs to another project.')
}

/** @throws AppError NOT_FOUND when the key may read none, VALIDATION_FAILED when it may read several */
async function onlyEnvironment(ctx: DbContext<'secrets'>, key: KeyForCall): Promise<string> {
  const [only, ...others] = await listGrantedEnvironments(ctx, key)
  if (!only) throw notFound('This API key may not read any environment.')
  if (others.length === 0) return only.name
  const names = [only, ...others].map(({ name }) => name)
  const visible = names.length > 8 ? [...names.slice(0, 7), '…'] : names
  throw new AppError('VALIDATION_FAILED', {
    message: 'This API key can read several environments. Name one.',
    details: [{ path: 'environment', message: `One of: ${visible.join(', ')}` }],
  })
}

/**
 * The names of an environment's variables, in ascending order. The API key's grant is checked but not opened. Only an
 * environment that was last written before names were stored is decrypted.
 * @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when what is stored is not what was written
 */
function readGrantedNames(ctx: InjectContext, admitted: Admitted, environment: NamedEnvironment): string[] {
  requireGrant(ctx, admitted.token, environment)
  const { id, epoch, version, sealed_epoch } = environment
  if (version > 0 && sealed_epoch !== epoch)
    throw new TamperedRowError('environment_versions', `${id}/${version}`)
  return (
    decodeNames(environment, environment.names) ?? [
      ...openGrantedEnvironment(ctx, admitted, environment).keys(),
    ]
  )
}

/** The environments that an API key may read and has grants for, oldest first. */
async function listGrantedEnvironments(
  ctx: DbContext<'secrets'>,
  key: KeyForCall,
): Promise<EnvironmentRow[]> {
  const rows = await listEnvironmentRows(ctx, key.project_id)
  const granted = await grantedEnvironments(ctx.db, { kind: 'api-key', id: key.id }, key.project_id)
  return rows.filter(({ id }) => isEnvironmentGranted(key, id) && granted.includes(id))
}

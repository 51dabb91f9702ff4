/** Variables as people read them: all of an environment, their names, two environments compared, a file. */
import * as dotenv from '@envhold/contract/variables/dotenv.ts'
import * as contract from '@envhold/contract/variables/variables.ts'
import { detailDifference, difference } from '@envhold/formats/difference.ts'
import { chooseVariables, type Variables } from '@envhold/formats/variables.ts'
import { AppError, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { isKnownTag, versionTag } from '../../http/responses/entity-tag.ts'
import { renderVariables } from '../../http/responses/render-variables.ts'
import type { Call } from '../../http/route.ts'
import { verb, verbWithResult } from '../../http/verb.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { decodeNames } from '../environments/environment-names.ts'
import { findEnvironmentWithNames } from '../environments/environment-names-store.ts'
import { environmentView } from '../environments/environment-view.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './open-version.ts'
import { variablesView } from './variables-view.ts'

/** Returns every variable of an environment; 304, without decrypting, when the caller has this version. */
export const readVariables = verbWithResult(contract.readVariables, (world: VaultWorld, call) => {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(world, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const readable = await openForReading(world, { holder, caller, origin }, params.id)
    const { environment } = readable
    const { version } = environment
    const headers = { etag: versionTag(version) }
    if (isKnownTag(call.ifNoneMatch, headers.etag)) {
      await readable.recordUnchanged()
      return { status: 304, headers }
    }
    const variables = await (await readable.newest()).reveal('Read')
    const json = {
      environment: await environmentView(world, environment),
      ...variablesView(variables),
      version,
    }
    return { headers, json }
  })
})

/** The names of an environment's variables; 304 when the caller has this version. */
export const listVariableNames = verbWithResult(
  contract.listVariableNames,
  async (world: VaultWorld, call) => {
    const { caller, params, origin } = call
    const { environment } = await requireEnvironment(world, caller, { id: params.id, operation: 'read' })
    const holder = await unlock(world, call)
    const open = () => openForReading(world, { holder, caller, origin }, environment.id)
    if (environment.rekey_pending) await retryMoved(open)
    const etag = versionTag(environment.version)
    if (isKnownTag(call.ifNoneMatch, etag)) return { status: 304, headers: { etag } }

    const { names, version } = (await readStored(world, environment.id)) ?? (await retryMoved(decrypted))
    return { headers: { etag: versionTag(version) }, json: { names, version } }

    async function decrypted() {
      const readable = await open()
      return { names: await readable.newestNames(), version: readable.environment.version }
    }
  },
)

/** Undefined for an environment that was last written before names were stored. */
async function readStored(ctx: Context, id: number) {
  const environment = await findEnvironmentWithNames(ctx, id)
  if (!environment) throw notFound('Environment not found')
  const names = decodeNames(environment, environment.names)
  return names && { names, version: environment.version }
}

/** Compares two environments of a project: which names they share, and which of those have the same value. */
export const compareEnvironments = verb(contract.compareEnvironments, (world: VaultWorld, call) => {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(world, call)
    const side = async (id: number) => {
      const readable = await openForReading(world, { holder, caller, origin }, id)
      if (readable.project.id !== params.projectId) throw notFound('Environment not found')
      return { environment: readable.environment, variables: await readable.newest() }
    }
    const left = await side(query.left)
    const right = await side(query.right)
    const [before, after] = [
      await left.variables.reveal('Compared'),
      await right.variables.reveal('Compared'),
    ]
    const { added, changed, removed, unchanged } = difference(before, after)
    return {
      left: await environmentView(world, left.environment),
      right: await environmentView(world, right.environment),
      only_left: removed,
      only_right: added,
      different: changed,
      same: unchanged,
      different_details: detailDifference(before, after),
    }
  })
})

const maxUnknown = 100

const safe = (name: string) => name.replace(/[^A-Za-z0-9._-]/g, '_')

/** Contains user, project and environment, so that files from several environments can share a folder. */
const fileName = (username: string, project: string, environment: string): string =>
  `${[username || 'user', project, environment].map(safe).join('_')}.env`

const namesIn = (list: string | undefined) => list?.split(',')

/** @throws AppError VALIDATION_FAILED for names that the environment does not have */
function choose(
  variables: Variables,
  { only, except }: Call<typeof dotenv.downloadEnvironment>['query'],
): Variables {
  const { chosen, unknown } = chooseVariables(variables, { only: namesIn(only), except: namesIn(except) })
  if (unknown.length === 0) return chosen
  throw new AppError('VALIDATION_FAILED', {
    message: 'The environment has no variable of this name.',
    details: unknown
      .slice(0, maxUnknown)
      .map((key) => ({ path: key.slice(0, 100), message: 'Unknown variable' })),
  })
}

/** Returns an environment as a `.env` file, with notes as comments. */
export const downloadEnvironment = verbWithResult(dotenv.downloadEnvironment, (world: VaultWorld, call) => {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(world, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const readable = await openForReading(world, { holder, caller, origin }, params.id)
    const variables = choose(await (await readable.newest()).reveal('Downloaded'), query)
    const result = renderVariables(variables, { format: 'dotenv', dialect: query.dialect, notes: true })
    const name = fileName(caller.username, readable.project.name, readable.environment.name)
    return {
      ...result,
      headers: { ...result.headers, 'content-disposition': `attachment; filename="${name}"` },
    }
  })
})

import * as contract from '@envhold/contract/variables/variables.ts'
import { AppError, notFound, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { isKnownTag, namedEnvironmentTag } from '../../http/responses/entity-tag.ts'
import type { Call } from '../../http/route.ts'
import { verbWithResult } from '../../http/verb.ts'
import { readActivityHead } from '../audit-log/report-heads.ts'
import { findEnvironmentIds } from '../environments/environment-names-store.ts'
import { canonicalName } from '../environments/environment-store.ts'
import { formerNameHeaders } from '../environments/former-name-rules.ts'
import { type FormerName, findFormerName } from '../environments/former-name-store.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { requireProject, sees } from '../projects/project-access.ts'
import { requireNamedProject } from '../projects/require-named-project.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './open-version.ts'
import { variablesView } from './variables-view.ts'

type NamedCall = Call<typeof contract.readVariablesByName>

/**
 * `readVariables` for callers that know names and want a single round trip. It finds the environment, reads it, and
 * returns the head of the audit chain too.
 */
export const readVariablesByName = verbWithResult(contract.readVariablesByName, (world: VaultWorld, call) => {
  requireOneOfEach(call)
  const { caller, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(world, call)
    const { id, former } = await findEnvironmentId(world, call)
    const readable = await openForReading(world, { holder, caller, origin }, id)
    const { project } = readable
    const { version, name, name_canonical } = readable.environment
    // The environment may have been found by its canonical name, which no MAC covers.
    if (name_canonical !== canonicalName(name)) throw new TamperedRowError('environments', String(id))
    const etag = namedEnvironmentTag({ environment: id, version }, [project.name, name])
    const headers = { etag, ...formerNameHeaders(former, name) }
    if (isKnownTag(call.ifNoneMatch, headers.etag)) {
      await readable.recordUnchanged()
      return { status: 304, headers }
    }
    const variables = await (await readable.newest()).reveal('Read')
    return {
      headers,
      json: {
        project: { id: project.id, name: project.name },
        environment: { id, name },
        version,
        ...variablesView(variables),
        // Read last, so that the head covers the entry of this call.
        activity: mayReadHead(call) ? await readActivityHead(world, call.query.head_at) : null,
      },
    }
  })
})

const mayReadHead = ({ caller }: NamedCall) =>
  caller.kind === 'session' || caller.permissions.includes('read_projects')

/** @throws AppError VALIDATION_FAILED */
function requireOneOfEach({ query }: NamedCall): void {
  const faults = (['project', 'environment'] as const).filter(
    (what) => (query[what] === undefined) === (query[`${what}_id`] === undefined),
  )
  if (faults.length === 0) return
  throw new AppError('VALIDATION_FAILED', {
    details: faults.map((path) => ({ path, message: `Pass either ${path} or ${path}_id` })),
  })
}

/** @throws AppError NOT_FOUND, CONFLICT */
async function findEnvironmentId(
  ctx: Context,
  { caller, query }: NamedCall,
): Promise<{ readonly id: number; readonly former?: FormerName | undefined }> {
  const access =
    query.project_id === undefined
      ? await requireNamedProject(ctx, caller, query.project ?? '')
      : await requireProject(ctx, caller, query.project_id, 'read')
  const environmentIds =
    query.environment_id === undefined
      ? await findEnvironmentIds(ctx.db, access.project.id, { named: query.environment ?? '' })
      : await findEnvironmentIds(ctx.db, access.project.id, { id: query.environment_id })
  const id = environmentIds.find((environmentId) => sees(access, environmentId))
  if (id !== undefined) return { id }
  const former =
    query.environment === undefined
      ? undefined
      : await findFormerName(ctx, access.project.id, query.environment)
  if (!former || !sees(access, former.environment_id)) throw notFound('Environment not found')
  return { id: former.environment_id, former }
}

import { AppError, TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { environmentTag, isKnownTag, type Remembered, rememberedIn } from '../../http/entity-tag.ts'
import { isEnvironmentGranted } from '../api-keys/api-key-auth.ts'
import { canonicalName } from '../environments/environment-store.ts'
import { formerNameHeaders } from '../environments/former-name-headers.ts'
import { findFormerName } from '../environments/former-name-store.ts'
import type { FindEnvironment, SealedEnvironment } from '../environments/sealed-environment-store.ts'
import { environmentMac } from '../projects/project-store.ts'
import type { Admitted } from './admitted-call.ts'

export interface GrantedEnvironment<Row> {
  readonly environment: Row
  /** Of the response: ETag and, for a call by a former name, when that name ends. */
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
  /** It was found by a former name, which ends without a write. */
  readonly byFormerName: boolean
  /** The caller already has this version. */
  readonly isKnown: boolean
}

/**
 * The environment that a key asks for, by name or id or, if there is none, by a name that it had until recently.
 * @param find reads its values or its names
 * @throws AppError NOT_FOUND for one that does not exist, and also for one that the key was not granted
 */
export async function findGrantedEnvironment<Row extends SealedEnvironment>(
  ctx: DbContext<'secrets' | 'clock'>,
  { key, ifNoneMatch }: Pick<Admitted, 'key' | 'ifNoneMatch'>,
  named: string,
  find: FindEnvironment<Row>,
): Promise<GrantedEnvironment<Row>> {
  const holder = { kind: 'api-key', id: key.id } as const
  const known = newestOf(rememberedIn(ifNoneMatch))
  let environment = await find(ctx.db, holder, {
    project: key.project_id,
    named,
    knownVersion: known?.version,
  })
  // The remembered version may be another environment's.
  if (known && environment && environment.id !== known.environment)
    environment = await find(ctx.db, holder, { project: key.project_id, named })
  const former = environment ? undefined : await findFormerName(ctx, key.project_id, named)
  if (former)
    environment = await find(ctx.db, holder, {
      project: key.project_id,
      named: former.environment_id,
      knownVersion: known?.environment === former.environment_id ? known.version : undefined,
    })
  if (!environment || !isEnvironmentGranted(key, environment.id))
    throw new AppError('NOT_FOUND', {
      message: 'There is no such environment, or this API key may not read it.',
    })
  environmentMac.check(ctx.secrets, environment)
  const { id, version, name, name_canonical } = environment
  // It was found by a column without a MAC.
  if (name_canonical !== canonicalName(name)) throw new TamperedRowError('environments', String(id))
  const etag = environmentTag({ environment: id, version })
  const headers = { etag, ...formerNameHeaders(former, name) }
  return { environment, isKnown: isKnownTag(ifNoneMatch, etag), headers, byFormerName: former !== undefined }
}

/** Of several that a client has, at most the newest can be the current one. */
const newestOf = (remembered: readonly Remembered[]): Remembered | undefined =>
  remembered.toSorted((left, right) => right.version - left.version)[0]

import type { Variable } from '@envhold/formats/variables.ts'
import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { type GrantedEpoch, openGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, notFound, TamperedRowError } from '../../app-error.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import {
  environmentTag,
  isKnownTag,
  namedEnvironmentTag,
  type Remembered,
  rememberedIn,
} from '../../http/responses/entity-tag.ts'
import { isEnvironmentGranted } from '../api-keys/api-key-auth.ts'
import { canonicalName, epochOf } from '../environments/environment-store.ts'
import { formerNameHeaders } from '../environments/former-name-rules.ts'
import { findFormerName } from '../environments/former-name-store.ts'
import { openOrThrowTampered, openSealedVersion } from '../environments/open-sealed-version.ts'
import type { FindEnvironment, SealedEnvironment } from '../environments/sealed-environment-store.ts'
import { grantMac, isRevoked } from '../keyring/grant-store.ts'
import { environmentMac } from '../projects/project-store.ts'
import type { Admitted, InjectContext } from './admitted-call.ts'

export interface GrantedEnvironment<Row> {
  readonly environment: Row
  /** Of the response: ETag and, for a call by a former name, when that name ends. */
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
  /** It was found by a former name, which ends without a write. */
  readonly byFormerName: boolean
  /** The caller already has this version. */
  readonly isKnown: boolean
}

interface NamedRequest<Row> {
  /** A name or an id. */
  readonly named: string
  /** Reads its values or its names. */
  readonly find: FindEnvironment<Row>
  /** The answer contains the names of the project and the environment. */
  readonly isTagOfNames?: boolean
}

/**
 * The environment that a key asks for, by name or id or, if there is none, by a name that it had until recently.
 * @throws AppError NOT_FOUND for one that does not exist, and also for one that the key was not granted; RATE_LIMITED for
 *   one that has changed, if only unchanged ones are answered
 */
export async function findGrantedEnvironment<Row extends SealedEnvironment>(
  ctx: DbContext<'secrets' | 'clock'>,
  { key, ifNoneMatch, onlyUnchanged }: Pick<Admitted, 'key' | 'ifNoneMatch' | 'onlyUnchanged'>,
  { named, find, isTagOfNames = false }: NamedRequest<Row>,
): Promise<GrantedEnvironment<Row>> {
  const holder = { kind: 'api-key', id: key.id } as const
  const known = newestOf(rememberedIn(ifNoneMatch))
  const findNamed = (named: string | number, knownVersion?: number) =>
    find(ctx.db, holder, { project: key.project_id, named, knownVersion })
  const tagOf = ({ id: environment, version, name }: Row) =>
    isTagOfNames
      ? namedEnvironmentTag({ environment, version }, [key.project_name, name])
      : environmentTag({ environment, version })
  let environment = await findNamed(named, known?.version)
  const former = environment ? undefined : await findFormerName(ctx, key.project_id, named)
  if (former) environment = await findNamed(former.environment_id, known?.version)
  // The remembered version may be another environment's, or have other names.
  if (environment && environment.version === known?.version && !isKnownTag(ifNoneMatch, tagOf(environment)))
    environment = await findNamed(environment.id)
  if (!environment || !isEnvironmentGranted(key, environment.id))
    throw notFound('There is no such environment, or this API key may not read it.')
  environmentMac.check(ctx.secrets, environment)
  const { id, name, name_canonical } = environment
  // It was found by a column without a MAC.
  if (name_canonical !== canonicalName(name)) throw new TamperedRowError('environments', String(id))
  const etag = tagOf(environment)
  const headers = { etag, ...formerNameHeaders(former, name) }
  const isKnown = isKnownTag(ifNoneMatch, etag)
  if (onlyUnchanged && !isKnown) throw new AppError('RATE_LIMITED')
  return { environment, isKnown, headers, byFormerName: former !== undefined }
}

/** Of several that a client has, at most the newest can be the current one. */
const newestOf = (remembered: readonly Remembered[]): Remembered | undefined =>
  remembered.toSorted((left, right) => right.version - left.version)[0]

/**
 * The variables of an environment's newest version; none before the first write. Only a call that is counted and
 * written to the usage log can read them.
 * @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when the stored data is not what was
 * written
 */
export function openGrantedEnvironment(
  ctx: InjectContext,
  { token }: Admitted,
  environment: SealedEnvironment,
): Map<string, Variable> {
  const key = openKey(ctx, token, environment)
  const { id, epoch, version, sealed, sealed_epoch } = environment
  if (version === 0) return new Map()
  if (!sealed || sealed_epoch !== epoch)
    throw new TamperedRowError('environment_versions', `${id}/${version}`)
  return openSealedVersion(key, { ...epochOf(environment), version }, sealed)
}

function openKey({ secrets, keys }: InjectContext, token: Token<'pak'>, environment: SealedEnvironment) {
  const { sealed, at } = requireGrant({ secrets }, token, environment)
  const principal = { kind: 'api-key', id: token.id } as const
  return openOrThrowTampered('grants', `${environment.id}/api-key/${token.id}`, () =>
    keys.open(token, at, () => openGrant(keyPairFromSeed(tokenSeed(token)), at, principal, sealed)),
  )
}

/** An API key's grant of an environment's current key: checked, but not opened. */
interface Grant {
  readonly sealed: Uint8Array
  readonly at: GrantedEpoch
}

/** @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when it is not what was written */
export function requireGrant(
  { secrets }: SecretsContext,
  token: Token<'pak'>,
  environment: SealedEnvironment,
): Grant {
  const { id, epoch, key_id: keyId, grant_epoch, grant_sealed: sealed, grant_mac: mac } = environment
  if (!sealed || !mac) throw notFound('There is no such environment, or this API key may not read it.')
  // The environment's row and the grant come from one statement, so a grant of another epoch was restored from outside.
  if (grant_epoch !== epoch) throw new TamperedRowError('grants', `${id}/api-key/${token.id}`)
  grantMac.check(secrets, { environment_id: id, kind: 'api-key', principal: token.id, epoch, sealed, mac })
  // A deleted key's grants are revoked, but its environment keys may still be cached in memory.
  if (isRevoked({ sealed })) throw new TamperedRowError('api_keys', token.id)
  if (!keyId) throw new TamperedRowError('environment_epochs', `${id}/${epoch}`)
  return { sealed, at: { ...epochOf(environment), keyId } }
}

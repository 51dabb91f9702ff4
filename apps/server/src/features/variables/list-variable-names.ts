import type { listVariableNames as endpoint } from '@envhold/contract/variables.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { isKnownTag, versionTag } from '../../http/entity-tag.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { decodeNames } from '../environments/environment-names.ts'
import { findEnvironmentWithNames } from '../environments/environment-names-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'

/** The names of an environment's variables; 304 when the caller has this version. */
export async function listVariableNames(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, origin } = call
  const { environment } = await requireEnvironment(ctx, caller, { id: params.id, act: 'read' })
  const holder = await unlock(ctx, ring, call)
  const open = () => openForReading(ctx, recorder, { holder, caller, origin }, environment.id)
  if (environment.rekey_pending) await retryMoved(open)
  const etag = versionTag(environment.version)
  if (isKnownTag(call.ifNoneMatch, etag)) return { status: 304, headers: { etag } }

  const { names, version } = (await readStored(ctx, environment.id)) ?? (await retryMoved(decrypted))
  return { headers: { etag: versionTag(version) }, json: { names, version } }

  async function decrypted() {
    const readable = await open()
    return { names: await readable.newestNames(), version: readable.environment.version }
  }
}

/** Undefined for an environment that was last written before names were stored. */
async function readStored(ctx: Context, id: number) {
  const environment = await findEnvironmentWithNames(ctx, id)
  if (!environment) throw new AppError('NOT_FOUND', { message: 'Environment not found' })
  const names = decodeNames(environment, environment.names)
  return names && { names, version: environment.version }
}

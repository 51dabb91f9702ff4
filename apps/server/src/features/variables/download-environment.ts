import type { downloadEnvironment as endpoint } from '@envhold/contract/variables.ts'
import type { Context } from '../../context.ts'
import { renderReply } from '../../http/render-reply.ts'
import type { Call, Reply } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading, openNewest, retryingMoved } from './open-newest.ts'
import { recordRead, type VariableDeps } from './record-read.ts'

const safe = (name: string) => name.replace(/[^A-Za-z0-9._-]/g, '_')

/** User, project and environment, so that files from several places lie beside one another. */
const fileName = (username: string, project: string, environment: string): string =>
  `${[username || 'user', project, environment].map(safe).join('_')}.env`

/** An environment as a `.env` file. */
export function downloadEnvironment(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryingMoved(async () => {
    const holder = await unlock(ctx, ring, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const opened = await openForReading(ctx, holder, caller, params.id, origin)
    const reply = renderReply(await openNewest(ctx.db, opened), { format: 'dotenv', dialect: query.dialect })
    await recordRead(recorder, call, opened.access, 'Downloaded')
    const name = fileName(caller.username, opened.access.project.name, opened.environment.name)
    return {
      ...reply,
      headers: { ...reply.headers, 'content-disposition': `attachment; filename="${name}"` },
    }
  })
}

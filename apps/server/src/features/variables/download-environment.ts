import type { downloadEnvironment as endpoint } from '@envhold/contract/variables.ts'
import { chooseVariables, type Variables } from '@envhold/formats/variables.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { renderReply } from '../../http/render-reply.ts'
import type { Call, Reply } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'

const maxUnknown = 100

const safe = (name: string) => name.replace(/[^A-Za-z0-9._-]/g, '_')

/** Contains user, project and environment, so that files from several environments can share a folder. */
const fileName = (username: string, project: string, environment: string): string =>
  `${[username || 'user', project, environment].map(safe).join('_')}.env`

const namesIn = (list: string | undefined) => list?.split(',')

/** @throws AppError VALIDATION_FAILED for names that the environment does not have */
function choose(variables: Variables, { only, except }: Call<typeof endpoint>['query']): Variables {
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
export function downloadEnvironment(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(ctx, ring, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const readable = await openForReading(ctx, recorder, { holder, caller, origin }, params.id)
    const variables = choose(await (await readable.newest()).reveal('Downloaded'), query)
    const reply = renderReply(variables, { format: 'dotenv', dialect: query.dialect, notes: true })
    const name = fileName(caller.username, readable.project.name, readable.environment.name)
    return {
      ...reply,
      headers: { ...reply.headers, 'content-disposition': `attachment; filename="${name}"` },
    }
  })
}

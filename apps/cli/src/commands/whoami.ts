import { ApiError } from '@envhold/client/api-error.ts'
import { readSession } from '@envhold/contract/accounts.ts'
import { readSchema } from '@envhold/contract/inject.ts'
import { command } from '../command.ts'
import { targetOptions } from '../options.ts'
import { foreign } from '../output/plain.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import type { TargetOptions } from '../remote/choose-target.ts'
import type { Connection } from '../remote/connect.ts'
import { connect } from '../remote/connect.ts'
import { injectParams } from '../remote/read-environment.ts'
import { UserError } from '../user-error.ts'

const places = { ENVHOLD_TOKEN: 'ENVHOLD_TOKEN', keychain: 'the system’s keychain', file: 'credentials.json' }

async function person({ client }: Connection) {
  try {
    const { user } = await client.call(readSession, {})
    return { id: user.id, username: foreign(user.username), email: foreign(user.email) }
  } catch (error) {
    // A token without read_projects is good all the same.
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null
    throw error
  }
}

/** What an API key reads here; null when no project is chosen, or it may not say. */
async function reads(connection: Connection, options: TargetOptions): Promise<string | null> {
  try {
    const { project, environment } = await connection.client.call(
      readSchema,
      injectParams(connection, options),
    )
    return foreign(`${project.name}/${environment.name}`)
  } catch (error) {
    if (error instanceof UserError) return null
    if (error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return null
    throw error
  }
}

export const whoami = command({
  name: 'whoami',
  summary: 'Say which server and which account are used',
  operands: '',
  minimum: 0,
  maximum: 0,
  options: targetOptions,
  examples: [
    ['envhold whoami', ''],
    ['envhold whoami --json', 'For scripts'],
  ],
  async run({ options, settings, output }) {
    const connection = await connect(settings, options)
    const { server, token, tokenFrom } = connection
    const watched = watchActivityHead(settings, output, connection)
    const user = token.kind === 'personal' ? await person(connection) : null
    const scope = token.kind === 'api-key' ? await reads(connection, options) : null
    await watched
    output.result(
      { server, user, reads: scope, kind: token.kind, token: token.preview, from: tokenFrom },
      () =>
        [
          user ? `${user.username} <${user.email}>` : '',
          token.kind === 'api-key' ? `An API key${scope ? ` that reads ${scope}` : ''}` : '',
          `Server: ${server}`,
          `Token: ${token.preview} from ${places[tokenFrom]}`,
        ]
          .filter(Boolean)
          .join('\n'),
    )
    return 0
  },
})

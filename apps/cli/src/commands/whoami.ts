import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readOwnApiKey } from '@envhold/contract/inject.ts'
import { command, serverOption } from '../command.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect } from '../remote/connect.ts'

const places = { ENVHOLD_TOKEN: 'ENVHOLD_TOKEN', keychain: 'the system’s keychain', file: 'credentials.json' }

async function person({ client }: Connection) {
  try {
    const { user } = await client.call(readSession, {})
    return { id: user.id, username: sanitize(user.username), email: sanitize(user.email) }
  } catch (error) {
    // A token without read_projects is still valid.
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null
    throw error
  }
}

type OwnKey = OutputOf<typeof readOwnApiKey>

const maxShown = 8

const describeKey = ({ api_key, project, environments }: OwnKey): string[] => {
  const names = environments.slice(0, maxShown).map(({ name }) => sanitize(name))
  const more = environments.length > maxShown ? ` and ${environments.length - maxShown} more` : ''
  return [
    `API key “${sanitize(api_key.key_name)}” of ${sanitize(project.name)} (project ${project.id})`,
    `Can read: ${names.join(', ') || 'no environment'}${more}`,
    `Permissions: ${api_key.permissions.join(', ')}`,
    `Expires: ${api_key.expires_at ?? 'never'}`,
  ]
}

export const whoami = command({
  name: 'whoami',
  summary: 'Show the server and the account or API key in use',
  options: serverOption,
  details: 'Asks the server, and fails if the server rejects the token.',
  examples: [
    ['envhold whoami', ''],
    ['envhold whoami --json', 'For scripts'],
  ],
  async run({ options, settings, output }) {
    const connection = await connect(settings, options, output)
    const { server, token, tokenFrom } = connection
    const watched = watchActivityHead(settings, output, connection)
    const user = token.kind === 'personal' ? await person(connection) : null
    const key = token.kind === 'api-key' ? await connection.client.call(readOwnApiKey, {}) : null
    await watched
    output.result({ server, user, ...key, kind: token.kind, token: token.preview, from: tokenFrom }, () =>
      [
        ...(user ? [`${user.username} <${user.email}>`] : []),
        ...(key ? describeKey(key) : []),
        `Server: ${server}`,
        `Token: ${token.preview} from ${places[tokenFrom]}`,
      ].join('\n'),
    )
    return 0
  },
})

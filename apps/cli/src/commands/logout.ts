import { command, serverOption } from '../command.ts'
import { knownServers, removeToken } from '../config/credentials.ts'
import { removeOfflineCopies } from '../config/offline-copy.ts'
import { findProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { chooseServer } from '../remote/connect.ts'
import { forgetActivityHead } from '../remote/remembered-head.ts'

/** Nothing that a damaged project file could name is needed once the server is named. */
async function serverOf(settings: Settings, option: string | undefined): Promise<string> {
  const isNamed = (option ?? settings.server) !== null
  return chooseServer(settings, option, isNamed ? null : await findProjectFile(settings.cwd))
}

export const logout = command({
  name: 'logout',
  summary: 'Remove the token of a server',
  options: {
    server: serverOption.server,
    all: { type: 'boolean', help: 'Remove the tokens of all servers' },
  },
  details:
    'Removes the token and the offline copies from this machine. The token itself stays valid until you revoke it.',
  examples: [
    ['envhold logout', 'For this folder’s server, or the last one used'],
    ['envhold logout --all', 'For all servers'],
  ],
  async run({ options, settings, output }) {
    const servers = options.all ? await knownServers(settings) : [await serverOf(settings, options.server)]
    const left: string[] = []
    const stuck: string[] = []
    for (const server of servers) {
      const outcome = await removeToken(settings, server)
      if (outcome !== 'absent') (outcome === 'removed' ? left : stuck).push(server)
      await removeOfflineCopies(settings, server)
      await forgetActivityHead(settings, server)
    }
    for (const server of left)
      output.info(
        `Logged out of ${server}. If you no longer need the token, revoke it on ${server}/account/tokens.`,
      )
    for (const server of stuck)
      output.warn(
        `the system’s keychain still has the token of ${server}. Remove it there, or revoke it on ${server}/account/tokens.`,
      )
    if (left.length + stuck.length === 0)
      output.info(`You were not logged in${options.all ? '' : ` to ${servers[0]}`}.`)
    if (settings.token) output.info('ENVHOLD_TOKEN is still set and still used.')
    if (output.json) output.result({ logged_out: left }, () => '')
    return stuck.length === 0 ? 0 : 1
  },
})

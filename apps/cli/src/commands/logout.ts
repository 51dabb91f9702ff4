import { command, serverOption } from '../command.ts'
import { knownServers, removeToken } from '../config/credentials.ts'
import { removeOfflineCopies } from '../config/offline-copy.ts'
import { findProjectFile } from '../config/project-file.ts'
import { chooseServer } from '../remote/connect.ts'
import { forgetActivityHead } from '../remote/remembered-head.ts'

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
    const servers = options.all
      ? await knownServers(settings)
      : [await chooseServer(settings, options.server, await findProjectFile(settings.cwd))]
    const left: string[] = []
    for (const server of servers) {
      if (await removeToken(settings, server)) left.push(server)
      await removeOfflineCopies(settings, server)
      await forgetActivityHead(settings, server)
    }
    for (const server of left)
      output.info(`Logged out of ${server}. If you no longer need the token, revoke it on ${server}/account.`)
    if (left.length === 0) output.info(`You were not logged in${options.all ? '' : ` to ${servers[0]}`}.`)
    if (settings.token) output.info('ENVHOLD_TOKEN is still set and still used.')
    if (output.json) output.result({ logged_out: left }, () => '')
    return 0
  },
})

import { ApiError } from '@envhold/client/api-error.ts'
import { readSession } from '@envhold/contract/accounts.ts'
import { readOwnApiKey } from '@envhold/contract/inject.ts'
import { command } from '../command.ts'
import { credentialsPath, storeToken } from '../config/credentials.ts'
import { findProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import type { Token } from '../config/token.ts'
import { parseToken } from '../config/token.ts'
import { serverOption } from '../options.ts'
import { readStdin } from '../output/ask.ts'
import { askSecret } from '../output/ask-secret.ts'
import type { Output } from '../output/output.ts'
import { sanitize } from '../output/sanitize.ts'
import { watchActivityHead } from '../remote/activity-head.ts'
import { chooseServer, requireKnownServer } from '../remote/choose-server.ts'
import { clientFor } from '../remote/connect.ts'
import { forgetActivityHead } from '../remote/remembered-head.ts'
import { transportTo } from '../remote/transport.ts'
import { UserError } from '../user-error.ts'

/** Asks for a token that the user copies from the server's page, or reads it from stdin. */
async function pasteToken(server: string, isAsked: boolean): Promise<Token> {
  if (isAsked) {
    process.stderr.write(`Create a token on ${server}/cli-auth and paste it here.\n`)
    return parseToken(await askSecret('Token (hidden): '))
  }
  const text = process.stdin.isTTY ? '' : await readStdin()
  if (text.trim() === '')
    throw new UserError(
      'No token was given.',
      'Pipe it in, or pass --token or set ENVHOLD_TOKEN.',
      'NO_TOKEN',
    )
  return parseToken(text)
}

interface Place {
  readonly settings: Settings
  readonly output: Output
  readonly server: string
  readonly send: typeof fetch
}

async function obtainToken(place: Place, given: string | undefined, browser: boolean): Promise<Token> {
  const { settings, output, server } = place
  if (given !== undefined && given !== '-') return parseToken(given)
  if (given === '-' || !output.interactive || settings.ci) return pasteToken(server, output.interactive)
  const { logInByDevice } = await import('../remote/log-in-by-device.ts')
  // A server that is older than logging in by a code has its page for tokens all the same.
  return (await logInByDevice({ ...place, browser })) ?? pasteToken(server, true)
}

interface Bearer {
  /** The owner of the token; null if the token may not ask for it. */
  readonly username: string | null
  /** The name of an API key, and what it can read. */
  readonly scope: string | null
}

/** @throws when the server rejects the token */
async function whoBears(server: string, token: Token, send: typeof fetch): Promise<Bearer> {
  const client = clientFor(server, token, send)
  if (token.kind === 'api-key') {
    const { api_key, project } = await client.call(readOwnApiKey, {})
    return { username: null, scope: sanitize(`the API key “${api_key.key_name}” of ${project.name}`) }
  }
  try {
    const { user } = await client.call(readSession, {})
    return { username: sanitize(user.username), scope: null }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return { username: null, scope: null }
    throw error
  }
}

export const login = command({
  name: 'login',
  summary: 'Log in to a server',
  operands: '',
  minimum: 0,
  maximum: 0,
  options: {
    ...serverOption,
    token: { type: 'string', value: 'TOKEN', help: 'The token; - asks for it, or reads it from stdin' },
    'no-browser': { type: 'boolean', help: 'Only show URL and code, and open no browser' },
  },
  details:
    'Shows a code and opens the server’s page /cli-auth, where you compare the code and approve. The login waits ten\n' +
    'minutes. Without a terminal, a token is read from stdin. The token is checked and saved in the system’s keychain,\n' +
    'or otherwise in credentials.json under ~/.config/envhold, readable only by you. In CI, set ENVHOLD_TOKEN instead of\n' +
    'logging in.',
  examples: [
    ['envhold login', 'Approve in the browser'],
    ['envhold login --no-browser', 'On another machine, such as over SSH'],
    ['envhold login --token -', 'Paste a token that you created yourself'],
    ['envhold login --server https://envhold.example.com', 'For another server'],
    ['pass envhold | envhold login', 'From a password manager'],
  ],
  async run({ options, settings, output }) {
    const file = await findProjectFile(settings.cwd)
    const server = await chooseServer(settings, options.server, file)
    await requireKnownServer(settings, options.server, file, server)
    // Checked first, so that nobody pastes a token that cannot be sent.
    const send = await transportTo(settings, options, server)
    const given = options.token ?? settings.token ?? undefined
    const token = await obtainToken({ settings, output, server, send }, given, !options['no-browser'])
    const { username, scope } = await output.during(`Asking ${server} …`, whoBears(server, token, send))
    const store = await storeToken(settings, server, token)
    await forgetActivityHead(settings, server)
    await watchActivityHead(settings, output, { server, token, send })
    const who = username ?? scope
    output.say(who ? `Logged in to ${server} as ${who}.` : `Saved the token for ${server}.`)
    if (token.kind === 'api-key')
      output.say('It is an API key: it only reads the environments that it was granted.')
    const place = store === 'keychain' ? 'the system’s keychain' : credentialsPath(settings)
    output.say(`The token is in ${place}.`)
    if (settings.token && options.token === undefined)
      output.say('ENVHOLD_TOKEN is set and takes precedence over the saved token.')
    if (output.json) output.result({ server, username, kind: token.kind, store }, () => '')
    return 0
  },
})

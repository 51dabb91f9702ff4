import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { command, serverOption } from '../command.ts'
import { credentialsPath, parseToken, type Token } from '../config/credentials.ts'
import { findIntactProjectFile } from '../config/project-file.ts'
import { readStdin } from '../output/ask.ts'
import { askSecret } from '../output/ask-secret.ts'
import { explainError } from '../output/explain-error.ts'
import { chooseServer, requireKnownServer } from '../remote/connect.ts'
import { type LoginPlace, saveLogin } from '../remote/save-login.ts'
import { transportTo } from '../remote/transport.ts'

/** Asks for a token that the user copies from the server's page, or reads it from stdin. */
async function pasteToken({ settings, server }: LoginPlace, isAsked: boolean): Promise<Token> {
  if (isAsked) {
    process.stderr.write(`Create a token on ${server}/cli-auth and paste it here.\n`)
    return parseToken(await askSecret('Token (hidden): '))
  }
  const text = process.stdin.isTTY ? '' : await readStdin()
  if (text.trim() === '')
    throw new UserError(
      'No token was given.',
      settings.token
        ? 'Pipe it in. Without --token, the one in ENVHOLD_TOKEN is saved.'
        : 'Pipe it in, or set ENVHOLD_TOKEN.',
      'NO_TOKEN',
    )
  return parseToken(text)
}

/** @param isPasted whether a token is given instead of approving the login in a browser */
async function obtainToken(place: LoginPlace, isPasted: boolean, browser: boolean): Promise<Token> {
  const { settings, output } = place
  if (!isPasted && settings.token) return parseToken(settings.token)
  if (isPasted || !output.interactive || settings.ci) return pasteToken(place, output.interactive)
  const { logInByDevice } = await import('../remote/log-in-by-device.ts')
  // A server that is older than logging in by a code has its page for tokens all the same.
  return (await logInByDevice({ ...place, browser })) ?? pasteToken(place, true)
}

export const login = command({
  name: 'login',
  summary: 'Log in to a server',
  minimum: 0,
  // `--token -` was how it was typed once.
  maximum: 1,
  options: {
    ...serverOption,
    token: { type: 'boolean', help: 'Ask for a token that you created, or read it from stdin' },
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
    ['envhold login --token', 'Paste a token that you created yourself'],
    ['envhold login --server https://envhold.example.com', 'For another server'],
    ['pass envhold | envhold login', 'From a password manager'],
  ],
  async run({ options, operands: [word], settings, output }) {
    if (word !== undefined && !(word === '-' && options.token))
      throw new UsageError(
        'A token must not be an argument: everyone on this machine can read it there.',
        'Pipe it in, as in: pass envhold | envhold login --token',
      )
    const file = await findIntactProjectFile(settings.cwd)
    const server = await chooseServer(settings, options.server, file)
    await requireKnownServer(settings, options.server, file, server)
    // Checked first, so that nobody pastes a token that cannot be sent.
    const send = await transportTo(settings, options, server)
    const place = { settings, output, server, send }
    const token = await obtainToken(place, options.token, !options['no-browser'])
    const { username, store } = await saveLogin(place, token).catch((error) => {
      // A pasted token is not that of ENVHOLD_TOKEN.
      throw (options.token && explainError(error)) || error
    })
    if (token.kind === 'api-key')
      output.info('It is an API key: it only reads the environments that it was granted.')
    const kept = store === 'keychain' ? 'the system’s keychain' : credentialsPath(settings)
    output.info(`The token is in ${kept}.`)
    if (settings.token)
      output.warn('ENVHOLD_TOKEN is set and takes precedence over the saved token. To use that, unset it.')
    if (output.json) output.result({ server, username, kind: token.kind, store }, () => '')
    return 0
  },
})

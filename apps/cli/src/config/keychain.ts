import { spawnSync } from 'node:child_process'

/** The system's keychain. A secret goes in through stdin and comes out through stdout, never through arguments. */
export interface Keychain {
  read(server: string): Promise<string | null>
  /** @returns whether it was stored and can be read back */
  write(server: string, secret: string): Promise<boolean>
  /** @returns whether it is gone */
  remove(server: string): Promise<boolean>
}

const service = 'envhold'
const waitMs = 5_000

const ask = (program: string, args: readonly string[], input = ''): string | null => {
  const { status, stdout, error } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    timeout: waitMs,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return error || status !== 0 ? null : stdout.trim()
}

/** With -i, `security` reads a command line from stdin; its quoting is that of a shell. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const macos: Keychain = {
  read: async (server) =>
    ask('security', ['find-generic-password', '-s', service, '-a', server, '-w']) || null,
  async write(server, secret) {
    const line = `add-generic-password -U -s ${service} -a ${quoted(server)} -w ${quoted(secret)}\n`
    ask('security', ['-i'], line)
    return (await macos.read(server)) === secret
  },
  async remove(server) {
    ask('security', ['delete-generic-password', '-s', service, '-a', server])
    return (await macos.read(server)) === null
  },
}

const linux: Keychain = {
  read: async (server) => ask('secret-tool', ['lookup', 'service', service, 'server', server]) || null,
  async write(server, secret) {
    ask('secret-tool', ['store', `--label=Envhold (${server})`, 'service', service, 'server', server], secret)
    return (await linux.read(server)) === secret
  },
  async remove(server) {
    ask('secret-tool', ['clear', 'service', service, 'server', server])
    return (await linux.read(server)) === null
  },
}

export function systemKeychain(): Keychain | null {
  if (process.platform === 'darwin') return macos
  if (process.platform === 'linux') return linux
  return null
}

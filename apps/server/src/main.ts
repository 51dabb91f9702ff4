/** The start of the server's process: `node main.ts` serves, `node main.ts --new-server-secret` prints a secret. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { hardenProcess } from './harden-process.ts'

const usageError = 64

async function serveOrExplain({ acceptRestored }: { readonly acceptRestored: boolean }): Promise<void> {
  const { start } = await import('./start.ts')
  await start({ acceptRestored }).catch(async (error) => {
    const { explainStartFailure } = await import('./start-failure.ts')
    const { exitCode, lines } = explainStartFailure(error)
    process.stderr.write(`${lines.join('\n')}\n`)
    process.exit(exitCode)
  })
}

async function printServerSecret(kid: string | undefined): Promise<void> {
  const { newServerSecret } = await import('@envhold/integrity/server-secret.ts')
  process.stdout.write(`${newServerSecret(Number(kid ?? 1))}\n`)
}

hardenProcess()
// Stores compiled code for the next start: this saves half the start-up time, and the memory of the compiler. The
// cache is in the installation itself, because in a shared folder others could replace our code.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/envhold/compiled'))

const [flag, kid] = process.argv.slice(2)
if (flag === undefined) await serveOrExplain({ acceptRestored: false })
else if (flag === '--accept-restored' && kid === undefined) await serveOrExplain({ acceptRestored: true })
else if (flag === '--new-server-secret' && /^([1-9]\d{0,2})?$/.test(kid ?? '')) await printServerSecret(kid)
else {
  process.stderr.write(
    'The server takes its settings from environment variables. Its options are:\n' +
      '  --new-server-secret [NUMBER]   Print a new server secret. NUMBER, 1 to 255, is one more than the newest in use\n' +
      '  --accept-restored              Start once with a database that is older than its data folder\n',
  )
  process.exit(usageError)
}

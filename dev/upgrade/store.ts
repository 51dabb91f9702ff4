// `node dev/upgrade/store.ts`: before a release is tagged, stores the data of a small instance as it leaves it. Every
// later version is tested on it.

import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import manifest from '../../package.json' with { type: 'json' }
import { startServer } from '../world/start-server.ts'
import { engines, fillInstance, storeRelease } from './stored-release.ts'

for (const engine of engines) {
  const serverSecret = newServerSecret()
  const settings = { SERVER_SECRET: serverSecret, SMTP_URL: '' }
  const server = await startServer({ engine, settings })
  try {
    const expected = await fillInstance(server, serverSecret)
    await server.end()
    await storeRelease(manifest.version, engine, server, expected)
  } finally {
    await server.stop()
  }
}
console.log(`Stored dev/upgrade/${manifest.version}. Commit it.`)

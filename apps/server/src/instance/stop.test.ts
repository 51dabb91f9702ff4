import { once } from 'node:events'
import { expect, test } from 'vitest'
import { appForTests } from '../../../../dev/world/app-for-tests.ts'
import { openServer } from '../http/open-server.ts'
import { createSweeper } from '../jobs/sweeper.ts'
import { stop } from './stop.ts'

const forever = () => new Promise<never>(() => {})

test('a database that does not respond does not keep the process running', async () => {
  const app = await appForTests('sqlite')
  const { config, log } = app.ctx
  const sweeper = createSweeper(app.ctx, [{ name: 'hanging', run: forever }])
  const server = openServer(
    config,
    { log, onTampered: async () => {} },
    { routes: [], notFound: forever, onAnswered: [] },
    { onClosed: sweeper.stop },
  )
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const response = fetch(url).catch(() => 'cut off')
  await once(server.server, 'request')
  void sweeper.runDue()
  const started = performance.now()
  let isClosing = false
  const close = () => {
    isClosing = true
    return forever()
  }
  await stop({ server, database: { close }, log }, { graceMs: 100, closingMs: 100 })
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await response).toBe('cut off')
  expect(isClosing, 'a hanging call does not keep the database from its last checkpoint').toBe(true)
  await app.stop()
})

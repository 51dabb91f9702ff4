// The client behind a connection that loses responses: each creation happens once.

import { createServer, connect as open } from 'node:net'
import { createClient } from '@envhold/client/client.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { createVariable, deleteVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../dev/world/app-for-tests.ts'
import { seedEnvironment } from '../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../dev/world/with-person.ts'

/** A proxy that closes a number of connections once their response has started. */
const losing = async (url: string) => {
  const state = { losses: 0, requests: 0 }
  const { hostname, port } = new URL(url)
  const server = createServer((near) => {
    const far = open(Number(port), hostname)
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    near.on('error', cut).on('close', cut)
    far.on('error', cut).on('close', cut)
    near.on('data', (chunk) => {
      if (/^(?:POST|DELETE) /.test(chunk.toString('latin1'))) state.requests++
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (state.losses-- > 0) return cut()
      near.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    state,
    url: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`,
    stop: () => server.close(),
  }
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  let way: Awaited<ReturnType<typeof losing>>
  beforeAll(async () => {
    way = await losing(app.url)
  })
  afterAll(async () => {
    way.stop()
  })

  const client = () =>
    createClient({
      server: way.url,
      headers: () => ({
        ...headersOf({ token: owner.token, masterPassword: owner.masterPassword ?? '' }),
        connection: 'close',
      }),
      timeoutMs: 120_000,
    })
  const lose = (losses: number) => Object.assign(way.state, { losses, requests: 0 })

  test('the client retries a creation, which happens once', async () => {
    lose(2)
    const { project } = await client().call(createProject, { body: { name: 'Once' } })
    expect(way.state.requests).toBe(3)
    const { projects } = await owner.client.call(listProjects, {})
    expect(projects.map(({ id, name }) => [id, name])).toEqual([[project.id, 'Once']])
    const { id } = await seedEnvironment(owner)
    lose(1)
    await client().call(createVariable, { params: { id }, body: { key: 'NEW', value: '1' } })
    const { output } = await owner.client.ask(readVariables, { params: { id } })
    expect(output?.variables.NEW).toBe('1')
  })

  test('it gives up after the third lost response, and never retries other writes', async () => {
    lose(3)
    await expect(client().call(createProject, { body: { name: 'Never' } })).rejects.toMatchObject({
      reason: 'network',
    })
    expect(way.state.requests).toBe(3)
    const { id } = await seedEnvironment(owner)
    lose(1)
    await expect(client().call(deleteVariable, { params: { id, key: 'HELLO' } })).rejects.toMatchObject({
      reason: 'network',
    })
    expect(way.state.requests).toBe(1)
  })
})

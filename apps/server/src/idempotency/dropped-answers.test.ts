// The client behind a connection that loses answers: what it asked for is there once.

import { createServer, connect as open } from 'node:net'
import { createClient } from '@envhold/client/client.ts'
import { createProject, listProjects } from '@envhold/contract/projects.ts'
import { createVariable, deleteVariable, readVariables } from '@envhold/contract/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, headersOf, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { seedEnvironment } from '../../../../dev/world/seed-project.ts'
import { type Person, signUp } from '../../../../dev/world/sign-up.ts'

/** A proxy that cuts a number of connections once their answer has started. */
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
  let app: TestApp
  let owner: Person
  let way: Awaited<ReturnType<typeof losing>>
  beforeAll(async () => {
    app = await appForTests(engine)
    owner = await signUp(app.url)
    way = await losing(app.url)
  })
  afterAll(async () => {
    way.stop()
    await app.stop()
  })

  const client = () =>
    createClient({
      server: way.url,
      headers: () => ({
        ...headersOf({ token: owner.token, masterPassword: owner.masterPassword ?? '' }),
        connection: 'close',
      }),
      timeoutMs: 20_000,
    })
  const lose = (losses: number) => Object.assign(way.state, { losses, requests: 0 })

  test('a call that creates is tried again, and creates once', async () => {
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

  test('it gives up after the third answer that is lost, and any other write is sent once', async () => {
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

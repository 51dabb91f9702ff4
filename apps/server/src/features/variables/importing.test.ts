import { downloadEnvironment, importVariables } from '@envhold/contract/variables/dotenv.ts'
import { compareEnvironments, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { seedEnvironment, seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)

  const bring = (
    id: number,
    dotenv: string,
    { mode = 'merge', dryRun }: { mode?: 'merge' | 'replace'; dryRun?: boolean } = {},
    by: Pick<Person, 'client'> = owner,
  ) =>
    by.client.call(importVariables, {
      params: { id },
      body: { dotenv, mode, ...(dryRun !== undefined && { dryRun }) },
    })
  const download = (id: number, dialect?: 'python' | 'docker' | 'bash', by: Pick<Person, 'client'> = owner) =>
    by.client.ask(downloadEnvironment, { params: { id }, query: { dialect } })

  test('a download leaves out, or takes alone, the variables that are named', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2', PEM: 'two\nlines' })
    const text = async (query: { only?: string; except?: string }) => {
      const answer = await owner.client.ask(downloadEnvironment, {
        params: { id },
        query: { dialect: 'docker', ...query },
      })
      return answer.output
    }
    await expect(text({})).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Some values cannot be written in this dialect: PEM.',
      details: [{ path: 'PEM' }],
    })
    expect(await text({ except: 'PEM' })).toBe('A=1\nB=2\n')
    expect(await text({ only: 'B,PEM', except: 'PEM' })).toBe('B=2\n')
    await expect(text({ only: 'C' })).rejects.toMatchObject({ details: [{ path: 'C' }] })
    await expect(text({ only: 'A,,B' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('imports a real file as one version', async () => {
    const { id } = await seedEnvironment(owner, { KEPT: 'x', DATABASE_URL: 'old' })
    const file = [
      '\uFEFF# a comment',
      'export DATABASE_URL="postgres://u:p@h/db?x=1#y" # why',
      "PEM='-----BEGIN-----",
      "line two'",
      'lower_case = spaced ',
      'EMPTY=',
      '__proto__=kept',
      '',
    ].join('\r\n')
    const answer = await bring(id, file)
    expect(answer).toMatchObject({
      added: ['EMPTY', 'PEM', '__proto__', 'lower_case'],
      changed: ['DATABASE_URL'],
      removed: [],
      unchanged: ['KEPT'],
      environment: { version: 2, variable_count: 6 },
    })
    const { ['__proto__' as string]: proto, ...others } = Object.fromEntries(
      Object.entries(await variablesOf(owner, id)).map(([key, value]) => [key, value]),
    )
    expect(proto).toBe('kept')
    expect(others).toEqual({
      KEPT: 'x',
      DATABASE_URL: 'postgres://u:p@h/db?x=1#y',
      PEM: '-----BEGIN-----\nline two',
      lower_case: 'spaced',
      EMPTY: '',
    })
  })

  test('of one variable leaves the bytes of all others alone', async () => {
    const bytes = { CRLF: 'a\r\nb\r\n', CR: 'a\rb', SPACES: 'end  ', NEWLINE: 'a\n' }
    const { id } = await seedEnvironment(owner, { ...bytes, PORT: '80' })
    const answer = await bring(id, 'PORT=81\nNEWLINE="a\n"\n')
    expect(answer).toMatchObject({ added: [], changed: ['PORT'], unchanged: Object.keys(bytes).sort() })
    expect(await variablesOf(owner, id)).toEqual({ ...bytes, PORT: '81' })
  })

  test('replacing removes keys that are missing from the file', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    const answer = await bring(id, 'B=2\nC=3', { mode: 'replace' })
    expect(answer).toMatchObject({ added: ['C'], changed: [], removed: ['A'], unchanged: ['B'] })
    expect(await variablesOf(owner, id)).toEqual({ B: '2', C: '3' })
  })

  test('a dialect decides what causes a warning', async () => {
    const { id } = await seedEnvironment(owner, {})
    const imported = (dialect?: 'php' | 'bash') =>
      owner.client.call(importVariables, {
        params: { id },
        body: { dotenv: 'A="a\\nb"', mode: 'merge', ...(dialect && { dialect }) },
      })
    expect((await imported('php')).warnings).toEqual([])
    expect((await imported('bash')).warnings).toMatchObject([{ key: 'A' }])
    expect((await imported()).warnings).toMatchObject([
      { key: 'A', problem: expect.stringMatching(/^Line 1: /) },
    ])
  })

  test('a dry run returns the same result and changes nothing', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    const events = await eventsDuring(app, async () => {
      const preview = await bring(id, 'B=3\nC=4\nPATH=/evil', { mode: 'replace', dryRun: true })
      expect(preview).toMatchObject({
        added: ['C', 'PATH'],
        changed: ['B'],
        removed: ['A'],
        environment: { version: 1, variable_count: 2 },
        warnings: [{ key: 'PATH' }],
      })
    })
    expect(events).toEqual(['variables_read'])
    expect(await variablesOf(owner, id)).toEqual({ A: '1', B: '2' })
  })

  test('names every line that cannot be parsed, echoes no value and imports nothing', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const broken = ['GOOD=canary-1', 'no equals canary-2', '1BAD=canary-3', 'OPEN="canary-4'].join('\n')
    for (const dryRun of [false, true]) {
      const rejection = await bring(id, broken, { dryRun }).catch((error) => error)
      expect(rejection).toMatchObject({
        code: 'VALIDATION_FAILED',
        message: 'The file could not be parsed. Nothing was imported.',
      })
      const lines = rejection.details.map(({ message }: { message: string }) => message.slice(0, 7))
      expect(lines).toEqual(['Line 2:', 'Line 3:', 'Line 4:'])
      expect(JSON.stringify(rejection.details)).not.toContain('canary')
    }
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
  })

  test('parses no text for a caller who cannot write there', async () => {
    const { id } = await seedEnvironment(owner)
    const closed = { client: app.as({ token: owner.token }) }
    for (const dryRun of [false, true]) {
      await expect(bring(id, 'bad line', { dryRun }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(bring(id, 'bad line', { dryRun }, closed)).rejects.toMatchObject({
        code: 'MASTER_PASSWORD_REQUIRED',
      })
    }
  })

  test('reports a limited number of errors and warnings for ten thousand bad or doubtful lines', async () => {
    const { id } = await seedEnvironment(owner)
    const rejection = await bring(id, 'bad line\n'.repeat(10_000)).catch((error) => error)
    expect(rejection).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(rejection.details).toHaveLength(100)
    const long = Array.from({ length: 1_500 }, (_, n) => `${'K'.repeat(252)}${n + 1_000}=1`).join('\n')
    expect((await bring(id, long).catch((error) => error)).details).toHaveLength(100)
    const again = await bring(id, 'TWICE=1\nTWICE=2\n'.repeat(5_000))
    expect(again).toMatchObject({ added: ['TWICE'] })
    expect(again.warnings[0]).toEqual({ key: 'TWICE', problem: expect.stringMatching(/^Line 2: /) })
  })

  test('rejects the whole import when a value or the environment is too large', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    await expect(bring(id, `BIG=${'x'.repeat(64 * 1_024 + 1)}\nFINE=1`)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'BIG' }],
    })
    const many = Array.from({ length: 2_001 }, (_, n) => `V_${n}=1`).join('\n')
    for (const dryRun of [false, true])
      await expect(bring(id, many, { dryRun })).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    await expect(bring(id, 'NUL=a\0b')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(bring(id, 'LONE=a\ud800b')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(bring(id, 'x'.repeat(1_024 * 1_024 + 1))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(await variablesOf(owner, id)).toEqual({ A: '1' })
  })

  test('downloads a file named after user, project and environment', async () => {
    const { ids } = await seedProject(owner, 'pro-duction_1')
    const id = ids['pro-duction_1']
    const variables = { A: '1', SPACED: 'a b', lower: '' }
    await owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
    const events = await eventsDuring(app, async () => {
      const { output, headers } = await download(id)
      expect(output).toBe("A=1\nSPACED='a b'\nlower=\n")
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="${owner.username}_Shop_pro-duction_1.env"`,
      )
      expect(headers.get('x-envhold-warnings')).toBeNull()
    })
    expect(events).toEqual(['variables_read'])
    await expect(download(id, undefined, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(download(id, undefined, { client: app.as({ token: owner.token }) })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('names a value that the chosen dialect cannot represent; without a dialect it warns', async () => {
    const { id } = await seedEnvironment(owner, {
      FINE: '1',
      LINES: 'canary\ntwo',
      TRICKY: '$x',
    })
    const rejection = await download(id, 'docker').catch((error) => error)
    expect(rejection).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('dialect'),
    })
    expect(rejection.details).toMatchObject([{ path: 'LINES' }])
    expect(JSON.stringify(rejection.details)).not.toContain('canary')
    expect((await download(id)).headers.get('x-envhold-warnings')).toBe('not-portable: TRICKY')
    expect((await download(id, 'bash')).headers.get('x-envhold-warnings')).toBeNull()
    const unknown = await app.fetch(`/api/env/environments/${id}/download?dialect=cobol`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(unknown.status).toBe(400)
  })

  test('compares two environments of a project by name', async () => {
    const { project, ids } = await seedProject(owner, 'left', 'right')
    const { left, right } = ids
    const put = (id: number, variables: Record<string, string>) =>
      owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
    await put(left, { SAME: '1', DIFFERENT: 'a', ONLY_LEFT: '1' })
    await put(right, { SAME: '1', DIFFERENT: 'b', ONLY_RIGHT: '1' })
    const compare = (query: { left: number; right: number }, by: Pick<Person, 'client'> = owner) =>
      by.client.call(compareEnvironments, { params: { projectId: project.id }, query })
    const events = await eventsDuring(app, async () => {
      expect(await compare({ left, right })).toMatchObject({
        left: { id: left, name: 'left' },
        right: { id: right, name: 'right' },
        only_left: ['ONLY_LEFT'],
        only_right: ['ONLY_RIGHT'],
        different: ['DIFFERENT'],
        same: ['SAME'],
      })
    })
    expect(events).toEqual(['variables_read', 'variables_read'])
    const elsewhere = (await seedProject(owner, 'elsewhere')).ids.elsewhere
    await expect(compare({ left, right: elsewhere })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(compare({ left, right: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(compare({ left, right }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listBackups } from '@envhold/contract/operator/backups.ts'
import { readInstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { operate, runProgram, sayProgram } from '../../../../../dev/world/run-program.ts'
import { startS3 } from '../../../../../dev/world/s3-for-tests.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../../dev/world/start-server.ts'

test('a backup goes to a store, is verified from there, and restored on a machine that lacks all else', {
  timeout: 400_000,
}, async () => {
  const s3 = await startS3()
  const elsewhere = await mkdtemp(join(tmpdir(), 'envhold-from-place-'))
  const identity = await generateX25519Identity()
  const [key, otherKey] = [join(elsewhere, 'key.txt'), join(elsewhere, 'other.txt')]
  await writeFile(key, `# made for this test\n${identity}\n`)
  await writeFile(otherKey, await generateX25519Identity())
  const recipient = await identityToRecipient(identity)
  const secret = newServerSecret(1)
  const server = await startServer({
    engine: 'sqlite',
    settings: { ...s3.settings, BACKUP_RECIPIENT: recipient, SERVER_SECRET: secret },
  })
  const place = s3.settings.BACKUP_TO ?? ''
  const run = async (settings: Readonly<Record<string, string>>, ...args: string[]) => {
    // Two backups of one second would have one name.
    if (args[0] === 'create') await wait(1_000)
    return await sayProgram('backup', settings, args)
  }
  const here = { ...server.settings, DATA_DIR: server.dataDir }
  const there = {
    ...s3.settings,
    BACKUP_RECIPIENT: recipient,
    DATA_DIR: join(elsewhere, 'data'),
    SERVER_SECRET: secret,
  }
  try {
    const operator = await signUp(server.url)
    await operate(here, 'operator-factor', 'off')
    s3.fault = (line) => (line.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : undefined)
    const denied = await run(here, 'create')
    expect(denied).toMatchObject({
      code: 1,
      said: expect.stringContaining('Not sent: The store does not let'),
    })
    const failing = (await operator.client.call(readInstanceHealth, {})).health
    expect(failing.warnings).toContainEqual(expect.objectContaining({ kind: 'backup_not_sent' }))
    expect(failing.backups.offsite).toMatchObject({ kind: 's3', newest_at: null })

    s3.fault = () => undefined
    const made = await run(here, 'create')
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`Sent to ${place}.`) })
    expect(s3.objects.size).toBe(1)
    const { offsite } = await operator.client.call(listBackups, {})
    expect(offsite).toMatchObject({ to: place, sent_file: made.said.split(' ')[0], failure: null })
    const health = (await operator.client.call(readInstanceHealth, {})).health
    expect(health.warnings).not.toContainEqual(expect.objectContaining({ kind: 'backup_not_sent' }))

    await wait(1_000)
    const piped = await runProgram('backup', here, ['create', '--to', '-', '--recipient', recipient])
    expect(piped.out.startsWith('age-encryption.org/v1')).toBe(true)
    const folder = join(elsewhere, 'mounted')
    await mkdir(folder)
    expect(await run(here, 'create', '--to', folder, '--keep', '2')).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toHaveLength(1)
    expect((await run(here, 'create', '--keep', '2')).said).toContain('belong to --to')
    expect((await run(here, 'create', '--to', 'ftp://x')).said).toContain('is not a place for backups')
    await server.end()

    const list = await run(there, 'list', '--from', place)
    expect(list).toMatchObject({ code: 0, said: expect.stringMatching(/^envhold-\w+-\w+\.age {2}\d+ bytes/) })
    expect((await run(there, 'verify', place)).said).toContain('--identity')
    expect((await run(there, 'verify', place, '--identity', otherKey)).said).toContain('another recipient')
    const later = { ...there, SERVER_SECRET: newServerSecret(2) }
    const old = await run(later, 'verify', place, '--identity', key)
    expect(old).toMatchObject({
      code: 3,
      said: expect.stringContaining('needs the former server secret, number 1'),
    })
    const toOther = await sayProgram('restore', later, [place, '--identity', key])
    expect(toOther.said).toContain('needs the former server secret, number 1')
    expect(toOther.said).not.toContain('damaged')
    const [[stored = '', content = Buffer.alloc(0)] = []] = s3.objects
    const ahead = stored.replace(/-\d{8}T/, '-20990101T')
    s3.objects.set(ahead, content.subarray(0, 1_000))
    const sound = await run(there, 'verify', place, '--identity', key)
    expect(sound).toMatchObject({ code: 0 })
    expect(sound.said).toMatch(/^Passed over, .*-20990101T/)
    const cutOff = await run(there, 'verify', `${place}/${ahead.split('/')[1]}`, '--identity', key)
    expect(cutOff).toMatchObject({ code: 1, said: expect.stringContaining('cut off or changed') })
    const restored = await sayProgram('restore', there, [place, '--identity', key])
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('The backup is restored.') })
    expect((await readdir(there.DATA_DIR)).filter((name) => name.startsWith('received-'))).toEqual([])
    expect(await sayProgram('verify', there)).toMatchObject({ code: 0 })
    const inFolder = join(folder, (await readdir(folder))[0] ?? '')
    expect(await run(there, 'verify', inFolder, '--identity', key)).toMatchObject({ code: 0 })
    expect(await run(there, 'verify', folder, '--identity', key)).toMatchObject({ code: 0 })
    const fromFolder = await sayProgram('restore', there, [folder, '--identity', key])
    expect(fromFolder).toMatchObject({ code: 0, said: expect.stringContaining('The backup is restored.') })
  } finally {
    await server.stop()
    await s3.close()
    await rm(elsewhere, { recursive: true })
  }
})

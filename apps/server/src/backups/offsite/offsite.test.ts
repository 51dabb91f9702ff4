import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { canMount, createSmallDisk } from '../../../../../dev/faults/small-disk.ts'
import { type S3ForTests, startS3 } from '../../../../../dev/world/s3-for-tests.ts'
import { parsePlace } from '../../config/backup-place.ts'
import { readConfig } from '../../config/config.ts'
import { parseRetention } from '../../config/retention-setting.ts'
import { settingsOf } from '../../features/operator/backups/send-offsite.ts'
import { runOffsite } from '../run-order.ts'
import { type OffsiteSettings, offsiteName } from './offsite.ts'

let folder: string
let s3: S3ForTests
let identity: string
let recipient: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-away-'))
  s3 = await startS3()
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
})
afterEach(() => {
  s3.fault = () => undefined
  s3.objects.clear()
  s3.uploads.clear()
  s3.requests.length = 0
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const following = () => ({ signal: new AbortController().signal })
const file = 'envhold-20261122T140000Z.db'
const record = JSON.stringify({ file, mac: 'not-checked-here' })
const nameAt = (day: string, instance = 'one') => offsiteName(instance, `envhold-${day}T140000Z.db`)
const name = nameAt('20261122')

const toS3 = (more: Readonly<Record<string, string>> = {}): OffsiteSettings => {
  const { backups } = readConfig({ ...s3.settings, BACKUP_RECIPIENT: recipient, ...more })
  const settings = backups.to && settingsOf(backups.to, backups)
  if (!settings) throw new Error('No place')
  return settings
}
/** In parts of 64 KiB, and without long waits before what is repeated. */
const toS3InSmallParts = (more: Readonly<Record<string, string>> = {}): OffsiteSettings => {
  const settings = toS3(more)
  return {
    ...settings,
    s3: settings.s3 && { ...settings.s3, pace: { partBytes: 65_536, waitsMs: [10, 20, 40] } },
  }
}
const toPlace = (text: string): OffsiteSettings => {
  const place = parsePlace(text)
  if (!place || place.kind === 'pipe') throw new Error('No place')
  return { place, s3: undefined }
}

async function source(bytes: number) {
  const path = join(folder, 'source.db')
  const content = randomBytes(bytes)
  await writeFile(path, content)
  return { path, content }
}

const send = (
  settings: OffsiteSettings,
  path: string,
  more: { name?: string; rule?: string; to?: string } = {},
) =>
  runOffsite(
    {
      ...{ kind: 'send', settings, path, record, name: more.name ?? name },
      recipients: [more.to ?? recipient],
      retention: more.rule === undefined ? undefined : parseRetention(more.rule),
    },
    following(),
  )

async function receive(settings: OffsiteSettings, key = identity) {
  const scratch = await mkdtemp(join(folder, 'received-'))
  const answer = await runOffsite(
    { kind: 'receive', settings, name, identity: key, folder: scratch },
    following(),
  )
  if (!('received' in answer)) throw new Error('Not received')
  return {
    content: await readFile(answer.received.path),
    record: await readFile(`${answer.received.path}.json`, 'utf8'),
  }
}

test('a small backup is one object, a large one is uploaded in parts, and both come back as they were', async () => {
  for (const bytes of [0, 65_536, 40_000_000]) {
    const { path, content } = await source(bytes)
    await send(toS3(), path)
    const [stored] = [...s3.objects]
    expect(stored?.[0]).toBe(`envhold/${name}`)
    expect(stored?.[1].includes('not-checked-here')).toBe(false)
    expect(s3.uploads.size).toBe(0)
    const received = await receive(toS3())
    expect(received.content.equals(content)).toBe(true)
    expect(received.record).toBe(`${record}\n`)
    s3.objects.clear()
  }
  expect(s3.requests.filter((line) => line.includes('partNumber='))).toHaveLength(3)
})

test('nothing is overwritten', async () => {
  const { path } = await source(100)
  s3.objects.set(`envhold/${name}`, Buffer.from('another'))
  await expect(send(toS3InSmallParts(), path)).rejects.toThrow('The store has a file of this name already.')
  expect(s3.objects.get(`envhold/${name}`)?.toString()).toBe('another')
  const { path: large } = await source(70_000)
  await expect(send(toS3InSmallParts(), large)).rejects.toThrow('Nothing was overwritten')
  expect(s3.uploads.size).toBe(0)
})

test('what a store cannot do just now is repeated, also if its answer did not arrive', async () => {
  const { path, content } = await source(70_000)
  const seen = new Set<string>()
  const faults = ['cut', 'cut after', { status: 503, code: 'SlowDown' }] as const
  s3.fault = (line) => {
    // Each request fails once.
    if (seen.has(line)) return undefined
    seen.add(line)
    return faults[seen.size % faults.length]
  }
  await send(toS3InSmallParts(), path)
  expect((await receive(toS3InSmallParts())).content.equals(content)).toBe(true)
  s3.objects.clear()
  seen.clear()
  const { path: small } = await source(10)
  s3.fault = (line) => (line.startsWith('PUT') && !seen.has(line) && seen.add(line) ? 'cut after' : undefined)
  await send(toS3InSmallParts(), small)
  expect(s3.objects.size).toBe(1)
})

test('a failure says what to do, and leaves no half upload', async () => {
  const { path } = await source(70_000)
  const failsWith = async (status: number, code: string, words: string) => {
    s3.fault = (line) => (line.includes('partNumber=2') ? { status, code } : undefined)
    await expect(send(toS3InSmallParts(), path)).rejects.toThrow(words)
    expect(s3.uploads.size).toBe(0)
    expect(s3.objects.size).toBe(0)
  }
  await failsWith(403, 'AccessDenied', 'does not let this access key store a part')
  await failsWith(403, 'RequestTimeTooSkewed', 'clock of this machine is wrong')
  await failsWith(400, 'QuotaExceeded', 'is full')
  await failsWith(503, 'SlowDown', 'four times (503 SlowDown)')
  s3.fault = (line) => (line.includes('partNumber=2') ? 'cut' : undefined)
  await expect(send(toS3InSmallParts(), path)).rejects.toThrow(/cut the connection .* four times/)
  s3.fault = () => undefined
  await expect(send(toS3InSmallParts({ BACKUP_S3_KEY: 'wrong' }), path)).rejects.toThrow(
    'check BACKUP_S3_KEY',
  )
  await expect(send(toS3InSmallParts({ BACKUP_TO: 's3://another' }), path)).rejects.toThrow('no such bucket')
})

test('an upload that a killed process left is ended later, one under way is not', async () => {
  const hour = 3_600_000
  const upload = (key: string, hours: number) => ({ key, parts: new Map(), begun: Date.now() - hours * hour })
  s3.uploads.set('killed', upload(`envhold/${name}`, 8))
  s3.uploads.set('running', upload(`envhold/${name}`, 1))
  s3.uploads.set('another', upload('envhold/photos.zip', 8))
  await send(toS3(), (await source(10)).path)
  expect([...s3.uploads.keys()]).toEqual(['running', 'another'])
})

test('old backups of this instance are deleted, and nothing else', async () => {
  const add = (...names: string[]) => {
    for (const one of names) s3.objects.set(`envhold/${one}`, Buffer.from('old'))
  }
  add(
    nameAt('20261101'),
    nameAt('20261102'),
    nameAt('20261103'),
    nameAt('20261101', 'two'),
    'envhold-notes.age',
  )
  // Made while the clock was ahead.
  add(nameAt('20300101'))
  const { path } = await source(10)
  expect(await send(toS3(), path, { rule: '2' })).toMatchObject({
    sent: { removed: 2, mayRemove: true, failure: undefined },
  })
  expect([...s3.objects.keys()].toSorted()).toEqual(
    ['envhold-notes.age', nameAt('20261101', 'two'), nameAt('20261103'), nameAt('20300101'), name]
      .map((one) => `envhold/${one}`)
      .toSorted(),
  )
  s3.objects.clear()
  s3.fault = (line) => (line.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : undefined)
  add(nameAt('20261101'))
  expect(await send(toS3(), path, { rule: '1' })).toMatchObject({ sent: { removed: 0, mayRemove: false } })
})

test('a backup that arrived is sent, although older ones cannot be deleted and its answer is lost', async () => {
  const { path } = await source(70_000)
  s3.objects.set(`envhold/${nameAt('20261101')}`, Buffer.from('old'))
  s3.fault = (line) => (line.startsWith('DELETE') ? { status: 500, code: 'InternalError' } : undefined)
  expect(await send(toS3InSmallParts(), path, { rule: '1' })).toMatchObject({
    sent: { removed: 0, failure: expect.stringContaining('could not delete a file four times') },
  })
  // As the next attempt of a process that was ended before it stored that.
  s3.fault = (line) => (line.includes('partNumber') ? { status: 403, code: 'AccessDenied' } : undefined)
  expect(await send(toS3InSmallParts(), path, { rule: '1' })).toMatchObject({
    sent: { removed: 1, failure: undefined },
  })
})

test('another identity, a changed file and a missing one are told apart', async () => {
  const { path } = await source(300_000)
  await send(toS3(), path)
  const stored = s3.objects.get(`envhold/${name}`) ?? Buffer.alloc(0)
  await expect(receive(toS3(), await generateX25519Identity())).rejects.toThrow(
    'encrypted to another recipient',
  )
  await expect(receive(toS3(), 'AGE-SECRET-KEY-1WRONG')).rejects.toThrow('identity file is not one of age')
  s3.objects.set(`envhold/${name}`, stored.subarray(0, 200_000))
  await expect(receive(toS3())).rejects.toThrow('cut off or changed')
  s3.objects.set(`envhold/${name}`, Buffer.from('no age file'))
  await expect(receive(toS3())).rejects.toThrow('not a file of age')
  s3.objects.clear()
  await expect(receive(toS3())).rejects.toThrow(`There is no ${name}`)
  await expect(send(toS3(), path, { to: 'age1wrong' })).rejects.toThrow('not a recipient of age')
})

test('a folder gets whole files only, and overwrites none', async () => {
  const offsite = join(folder, 'mounted')
  await mkdir(offsite)
  const { path, content } = await source(100_000)
  await send(toPlace(offsite), path)
  expect(await readdir(offsite)).toEqual([name])
  await send(toPlace(offsite), path)
  await writeFile(join(offsite, name), 'another')
  await expect(send(toPlace(offsite), path)).rejects.toThrow('a file of this name already')
  expect(await readdir(offsite)).toEqual([name])
  await rm(join(offsite, name))
  const [abandoned, underWay] = [`${nameAt('20261121')}.part`, `${nameAt('20261120')}.part`]
  for (const draft of [abandoned, underWay]) await writeFile(join(offsite, draft), '')
  await utimes(join(offsite, abandoned), new Date(), new Date(Date.now() - 8 * 3_600_000))
  await send(toPlace(offsite), path)
  expect(await readdir(offsite)).toEqual([underWay, name])
  await rm(join(offsite, underWay))
  expect((await receive(toPlace(offsite))).content.equals(content)).toBe(true)
  await send(toPlace(offsite), path, { name: nameAt('20261123'), rule: '1' })
  expect(await readdir(offsite)).toEqual([nameAt('20261123')])
})

test('a folder that is not there, such as one whose disk is not mounted, is not made', async () => {
  const mounts = await mkdtemp(join(folder, 'mounts-'))
  const { path } = await source(100)
  const words = `${mounts}/nas does not exist. Mount its disk`
  await expect(send(toPlace(`${mounts}/nas`), path)).rejects.toThrow(words)
  const listing = runOffsite({ kind: 'list', settings: toPlace(`${mounts}/nas`) }, following())
  await expect(listing).rejects.toThrow(words)
  expect(await readdir(mounts)).toEqual([])
})

test.runIf(canMount)('a folder whose disk is full is named', async () => {
  const disk = await createSmallDisk(4)
  try {
    const { path } = await source(8_000_000)
    await mkdir(join(disk.folder, 'offsite'))
    await expect(send(toPlace(join(disk.folder, 'offsite')), path)).rejects.toThrow(/The disk of .* is full/)
    expect(await readdir(join(disk.folder, 'offsite'))).toEqual([])
  } finally {
    await disk.remove()
  }
})

/** Of rclone, what backups use: a remote `there:` is a folder. */
const standIn = (root: string) => `#!/bin/sh
for last; do :; done
path="${root}/\${last#there:}"
case "$1" in
  rcat) [ -e "${root}/full" ] && { head -c 1000 > "$path"; exit "$(cat "${root}/full")"; }; cat > "$path" || exit 1; [ ! -e "${root}/fails" ] ;;
  cat) cat "$path" ;;
  deletefile) rm "$path" ;;
  lsjson) [ -d "$path" ] || exit 3
    sep='['; for file in "$path"/*; do [ -f "$file" ] || continue
      printf '%s{"Name":"%s","Size":%s,"Hashes":{%s}}' "$sep" "$(basename "$file")" "$(wc -c < "$file")" \\
        "$(cat "${root}/fails" 2>/dev/null)"; sep=','; done
    [ "$sep" = '[' ] && printf '['; printf ']' ;;
esac
`

test('rclone is used where it is installed, and its absence is named', async () => {
  const { path, content } = await source(200_000)
  const before = process.env.PATH
  try {
    process.env.PATH = join(folder, 'none')
    await expect(send(toPlace('there:away'), path)).rejects.toThrow('rclone is not installed on this machine')
    const programs = await mkdtemp(join(folder, 'bin-'))
    await writeFile(join(programs, 'rclone'), standIn(folder))
    await chmod(join(programs, 'rclone'), 0o755)
    process.env.PATH = `${programs}:${before}`
    const there = await mkdtemp(join(folder, 'remote-'))
    const place = toPlace(`there:${there.slice(folder.length + 1)}`)
    await send(place, path)
    expect((await receive(place)).content.equals(content)).toBe(true)
    const { path: smaller } = await source(100_000)
    await expect(send(place, smaller)).rejects.toThrow('Nothing was overwritten')
    await send(place, path, { name: nameAt('20261123'), rule: '1' })
    expect(await readdir(there)).toEqual([nameAt('20261123')])
    const later = { name: nameAt('20261124') }
    await writeFile(join(folder, 'full'), '0')
    await expect(send(place, smaller, later)).rejects.toThrow(/has 1000 of \d+ bytes: it may be full/)
    await writeFile(join(folder, 'full'), '1')
    await expect(send(place, smaller, later)).rejects.toThrow('rclone ended with code 1')
    expect(await readdir(there)).toEqual([nameAt('20261123')])
    await rm(join(folder, 'full'))
    // It has arrived whole, although rclone fails then; and it has arrived, but changed.
    await writeFile(join(folder, 'fails'), '')
    await send(place, smaller, { name: nameAt('20261125') })
    await writeFile(join(folder, 'fails'), '"md5":"another"')
    await expect(send(place, smaller, later)).rejects.toThrow('rclone ended with code 1')
    await rm(join(folder, 'fails'))
    expect(await readdir(there)).toEqual([nameAt('20261123'), nameAt('20261125')])
    // A process that was killed has left a part.
    await writeFile(join(there, later.name), 'part')
    await send(place, smaller, later)
    expect((await stat(join(there, later.name))).size).toBeGreaterThan(100_000)
    await expect(send(toPlace('there:missing'), path)).rejects.toThrow(/rclone ended with code [12]/)
  } finally {
    process.env.PATH = before
  }
})

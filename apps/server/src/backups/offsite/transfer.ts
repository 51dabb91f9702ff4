import { createReadStream } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type BackupRetention, retainedTimes } from '../../config/retention-setting.ts'
import { BackupError, explainError, megabytes, pathOf, recordPathOf } from '../backup-folder.ts'
import { decrypt, encrypt } from './age.ts'
import { folderPlace } from './folder-place.ts'
import {
  type CleanedUp,
  type OffsiteOrder,
  type OffsitePlace,
  type OffsiteResponse,
  type OffsiteSettings,
  type Sent,
  sharedStart,
  timeOf,
} from './offsite.ts'
import { rclonePlace } from './rclone-place.ts'

/** Loads what speaks to S3 only when it is used. @throws BackupError */
async function openPlace({ place, s3 }: OffsiteSettings): Promise<OffsitePlace> {
  if (place.kind === 'folder') return folderPlace(place.path)
  if (place.kind === 'rclone') return rclonePlace(place.remote)
  if (!s3) throw new BackupError('BACKUP_S3_KEY_ID and BACKUP_S3_KEY are not set: S3 needs an access key.')
  const { s3Place } = await import('./s3-place.ts')
  return s3Place(place, s3)
}

type Send = Extract<OffsiteOrder, { kind: 'send' }>
type Receive = Extract<OffsiteOrder, { kind: 'receive' }>
type Bytes = AsyncIterable<Uint8Array>

export async function transfer(
  order: OffsiteOrder,
  onPercent: (percent: number) => void,
): Promise<OffsiteResponse> {
  if (order.kind === 'send') return { sent: await send(order, onPercent) }
  if (order.kind === 'receive') return { received: await receive(order) }
  const files = await (await openPlace(order.settings)).list('envhold-')
  return { listed: files.filter(({ name }) => timeOf(name) !== undefined) }
}

/** An age file has the record as its first line, then the backup. */
async function send(order: Send, onPercent: (percent: number) => void): Promise<Sent> {
  const { settings, path, record, name, recipients, retention } = order
  const line = Buffer.from(`${record.trim()}\n`)
  const plainSize = line.length + (await stat(path)).size
  const plain = counted(chain(line, path), plainSize, onPercent)
  const { content, size } = await encrypt(plain, plainSize, recipients)
  if (!settings) {
    await pipeline(content, process.stdout)
    return { size, ...nothingRemoved }
  }
  const place = await openPlace(settings)
  if (!(await isThere(place, name, size))) await place.put(name, content, size)
  return { size, ...(await removeOld(place, name, retention)) }
}

/** Whether an earlier attempt has arrived, whatever became of it then. An access key may not be allowed to see it. */
async function isThere(place: OffsitePlace, name: string, size: number): Promise<boolean> {
  const files = await place.list(name).catch(() => [])
  return files.some((file) => file.name === name && file.size === size)
}

async function* chain(line: Uint8Array, path: string): Bytes {
  yield line
  yield* createReadStream(path, { highWaterMark: 1024 * 1024 })
}

async function* counted(content: Bytes, size: number, onPercent: (percent: number) => void): Bytes {
  let done = 0
  for await (const chunk of content) {
    done += chunk.length
    onPercent(Math.min(99, Math.floor((done / size) * 100)))
    yield chunk
  }
}

const nothingRemoved: CleanedUp = { removed: 0, mayRemove: true, failure: undefined }

/** At once, so that a mistake is noticed before everything is deleted. */
const maxRemoved = 50

/**
 * Deletes what newer backups of the same instance replace. What is later than the one just sent was made while the clock
 * was ahead: it stays, and replaces none. An access key that may only write leaves that to the store.
 */
async function removeOld(
  place: OffsitePlace,
  name: string,
  retention: BackupRetention | undefined,
): Promise<CleanedUp> {
  if (!retention) return nothingRemoved
  let removed = 0
  const sentAt = timeOf(name) ?? 0
  try {
    const files = await place.list(sharedStart(name))
    const timed = files.flatMap((file) => {
      const time = timeOf(file.name)
      return time === undefined || time > sentAt ? [] : [{ name: file.name, time }]
    })
    const retained = retainedTimes(
      timed.map(({ time }) => time),
      retention,
    )
    const old = timed.filter(({ time }) => !retained.has(time)).slice(0, maxRemoved)
    for (const file of old) {
      await place.remove(file.name)
      removed++
    }
    return { ...nothingRemoved, removed }
  } catch (error) {
    if (error instanceof BackupError && error.isDenied)
      return { ...nothingRemoved, removed, mayRemove: false }
    const failure =
      explainError(error)?.message ?? `It failed (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`
    return { ...nothingRemoved, removed, failure }
  }
}

const maxLine = 100_000
const spare = 64 * 1024 * 1024

/** Decrypts a backup into a folder, with its record beside it as the server stores both. */
async function receive({ settings, name, identity, folder }: Receive) {
  if (settings) await requireSpace(await openPlace(settings), name, folder)
  const encrypted: Bytes = settings ? (await openPlace(settings)).read(name) : process.stdin
  const plain = (await decrypt(encrypted, identity))[Symbol.asyncIterator]()
  const { line, rest } = await firstLine(plain)
  const path = pathOf(folder, fileOf(line))
  await write(recordPathOf(path), [Buffer.from(`${line}\n`)])
  await write(path, remaining(rest, plain))
  return { path }
}

async function requireSpace(place: OffsitePlace, name: string, folder: string): Promise<void> {
  const file = (await place.list(name)).find((listed) => listed.name === name)
  if (!file)
    throw new BackupError(
      `There is no ${name}. "envhold-server backup list --from" lists those that are there.`,
    )
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < file.size + spare)
    throw new BackupError(
      `The disk of the data folder has too little space: this backup needs ${megabytes(file.size + spare)}, and ${megabytes(bavail * bsize)} are free.`,
    )
}

const notOurs = () => new BackupError('This file of age is not a backup of Envhold.')

async function firstLine(plain: AsyncIterator<Uint8Array>) {
  let start = Buffer.alloc(0)
  while (!start.includes(10)) {
    const { value, done } = await plain.next()
    if (done || start.length > maxLine) throw notOurs()
    start = Buffer.concat([start, value])
  }
  const end = start.indexOf(10)
  return { line: start.subarray(0, end).toString('utf8'), rest: start.subarray(end + 1) }
}

function fileOf(line: string): string {
  try {
    const { file }: { file?: unknown } = JSON.parse(line)
    if (typeof file === 'string') return file
  } catch {
    // The message quotes the text.
  }
  throw notOurs()
}

async function* remaining(rest: Uint8Array, plain: AsyncIterator<Uint8Array>): Bytes {
  yield rest
  for (;;) {
    const { value, done } = await plain.next()
    if (done) return
    yield value
  }
}

async function write(path: string, content: Bytes | readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

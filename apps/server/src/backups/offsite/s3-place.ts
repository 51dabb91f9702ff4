import type { BackupPlace, S3Access } from '../../config/backup-place.ts'
import { BackupError } from '../backup-folder.ts'
import { abandonedMs, type OffsiteFile, type OffsitePlace } from './offsite.ts'
import { createS3, type S3Client, type S3Request, s3Error, usualPace } from './s3-request.ts'

const maxParts = 9_000
const maxPages = 20

type Ask = (what: string, request: S3Request) => ReturnType<S3Client>

/** A bucket of S3, or of a store that speaks its protocol. */
export function s3Place(
  { bucket, prefix }: Extract<BackupPlace, { kind: 's3' }>,
  access: S3Access,
): OffsitePlace {
  const client = createS3(bucket, access)
  const { partBytes } = access.pace ?? usualPace
  const ask: Ask = async (what, request) => {
    const response = await client(request)
    if (response.status >= 300) throw s3Error(what, response)
    return response
  }
  const begin = prefix && `${prefix}/`
  const list = (start: string) => listFiles(ask, begin, start)
  const isWhole = async (name: string, size: number) =>
    (await list(name)).some((file) => file.name === name && file.size === size)
  return {
    list,
    async put(name, content, size) {
      const key = `${begin}${name}`
      const bytesOfPart = Math.max(partBytes, Math.ceil(size / maxParts))
      const parts = partsOf(content, bytesOfPart)
      const request: S3Request =
        size <= bytesOfPart
          ? { method: 'PUT', key, body: (await parts.next()).value ?? new Uint8Array() }
          : await uploadParts(ask, key, parts)
      const { uploadId } = request.query ?? {}
      try {
        const response = await client({ ...request, headers: { 'if-none-match': '*' } })
        // S3 may report an error of joining parts after a status of 200.
        const isDone = response.status < 300 && response.code === ''
        // A response may have been cut off after the store had done it.
        if (!isDone && !(response.isRetry && (await isWhole(name, size))))
          throw s3Error('store a file', response)
      } catch (error) {
        if (uploadId !== undefined) await abort(client, key, uploadId)
        throw error
      }
      await abortAbandoned(client, begin).catch(() => {})
    },
    async *read(name) {
      for (let from = 0; ; ) {
        const range = `bytes=${from}-${from + partBytes - 1}`
        const request: S3Request = { method: 'GET', key: `${begin}${name}`, headers: { range } }
        const { bytes, headers } = await ask('read a file', request)
        yield bytes
        from += bytes.length
        const total = Number(/\/(\d{1,15})$/.exec(headers.get('content-range') ?? '')?.[1] ?? from)
        if (from >= total) return
        if (bytes.length === 0) throw new BackupError('The store sent less than the file has.')
      }
    },
    async remove(name) {
      await ask('delete a file', { method: 'DELETE', key: `${begin}${name}` })
    },
  }
}

async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(size)
  let used = 0
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + size - used)
      part.set(piece, used)
      used += piece.length
      from += piece.length
      if (used === size) {
        yield part
        part = new Uint8Array(size)
        used = 0
      }
    }
  }
  if (used > 0) yield part.slice(0, used)
}

/** Uploads all parts. @returns the request that makes a file of them */
async function uploadParts(
  ask: Ask,
  key: string,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<S3Request> {
  const begun = await ask('begin an upload', { method: 'POST', key, query: { uploads: '' } })
  const uploadId = valuesOf(begun.bytes, 'UploadId')[0] ?? ''
  const done: string[] = []
  try {
    for await (const body of parts) {
      const partNumber = `${done.length + 1}`
      const { headers } = await ask('store a part', {
        method: 'PUT',
        key,
        query: { partNumber, uploadId },
        body,
      })
      const etag = (headers.get('etag') ?? '').replaceAll(/[^\w"-]/g, '')
      done.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
  } catch (error) {
    await abort((request) => ask('end an upload', request), key, uploadId)
    throw error
  }
  const xml = `<CompleteMultipartUpload>${done.join('')}</CompleteMultipartUpload>`
  return { method: 'POST', key, query: { uploadId }, body: new Uint8Array(Buffer.from(xml)) }
}

/** What cannot be ended now is ended after a later backup. */
const abort = (client: S3Client, key: string, uploadId: string) =>
  client({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})

/** Ends uploads of ours that a killed process left behind: their parts would be paid for. */
async function abortAbandoned(client: S3Client, begin: string): Promise<void> {
  const { bytes, headers } = await client({
    method: 'GET',
    query: { uploads: '', prefix: `${begin}envhold-` },
  })
  // By the clock of the store.
  const now = Date.parse(headers.get('date') ?? '')
  for (const upload of valuesOf(bytes, 'Upload')) {
    const [key = ''] = valuesOf(upload, 'Key')
    const [uploadId = ''] = valuesOf(upload, 'UploadId')
    const begun = Date.parse(valuesOf(upload, 'Initiated')[0] ?? '')
    const isOurs = key.startsWith(`${begin}envhold-`) && key.endsWith('.age')
    if (isOurs && begun < now - abandonedMs) await abort(client, key, uploadId)
  }
}

async function listFiles(ask: Ask, begin: string, start: string): Promise<OffsiteFile[]> {
  const files: OffsiteFile[] = []
  let token: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = {
      'list-type': '2',
      prefix: `${begin}${start}`,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { bytes } = await ask('list files', { method: 'GET', query })
    for (const entry of valuesOf(bytes, 'Contents')) {
      const name = (valuesOf(entry, 'Key')[0] ?? '').slice(begin.length)
      if (!name.includes('/')) files.push({ name, size: Number(valuesOf(entry, 'Size')[0] ?? 0) })
    }
    token = valuesOf(bytes, 'NextContinuationToken')[0]
    if (token === undefined) return files
  }
  throw new BackupError('The store has too many files below this prefix: use one of its own.')
}

/** The contents of each element of this name. What S3 answers has no attributes there, and our keys no entities. */
function valuesOf(xml: Uint8Array | string, name: string): string[] {
  const text = typeof xml === 'string' ? xml : Buffer.from(xml).toString('utf8')
  return text
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0] ?? '')
}

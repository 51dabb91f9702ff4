// A small store that speaks the part of S3 which backups use. It checks each signature by the rules of Signature V4, and
// fails as it is asked to.

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const region = 'eu-test-1'
const bucket = 'vault'

/** What happens to a request instead of its answer; 'cut' and 'cut after' close the connection before or after it. */
type Fault = 'cut' | 'cut after' | { readonly status: number; readonly code: string }

interface Upload {
  readonly key: string
  readonly parts: Map<number, Buffer>
  begun: number
}

interface Answer {
  readonly status: number
  readonly body?: Buffer | string
  readonly headers?: Record<string, string>
}

interface StoreRequest {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const failure = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
})

export interface S3ForTests {
  /** The settings of a server that uses it, with a prefix of its own. */
  readonly settings: Readonly<Record<string, string>>
  readonly objects: Map<string, Buffer>
  readonly uploads: Map<string, Upload>
  readonly requests: string[]
  /** Decides on each request, such as 'PUT envhold/…'. */
  fault: (request: string) => Fault | undefined
  close(): Promise<void>
}

export async function startS3(): Promise<S3ForTests> {
  const keyId = `AK${randomBytes(6).toString('hex')}`
  const key = randomBytes(20).toString('base64')
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://localhost')
    const received: StoreRequest = {
      method: request.method ?? '',
      key: url.pathname.slice(bucket.length + 2),
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    const line = `${received.method} ${received.key}${url.search}`
    requests.push(line)
    const fault = store.fault(line)
    if (fault === 'cut') {
      request.socket.destroy()
      return
    }
    const answer =
      typeof fault === 'object'
        ? failure(fault.status, fault.code)
        : isSigned(received, url, { keyId, key })
          ? respond(received, url, objects, uploads)
          : failure(403, 'SignatureDoesNotMatch')
    if (fault === 'cut after') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const store: S3ForTests = {
    settings: {
      BACKUP_TO: `s3://${bucket}/envhold`,
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      BACKUP_S3_REGION: region,
      BACKUP_S3_KEY_ID: keyId,
      BACKUP_S3_KEY: key,
    },
    ...{ objects, uploads, requests },
    fault: () => undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function isSigned(
  { method, headers, body }: StoreRequest,
  url: URL,
  { keyId, key }: { keyId: string; key: string },
) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/
  const [, id, day = '', inRegion, names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const hash = sha256(body)
  const time = String(headers['x-amz-date'])
  const required = [
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    ...('if-none-match' in headers ? ['if-none-match'] : []),
  ]
  if (id !== keyId || inRegion !== region || headers['x-amz-content-sha256'] !== hash) return false
  if (!required.every((name) => names.split(';').includes(name))) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, lines.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const dayKey = hmac(hmac(hmac(`AWS4${key}`, day), region), 's3')
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`
  return hmac(hmac(dayKey, 'aws4_request'), text).toString('hex') === signature
}

type Objects = Map<string, Buffer>

function respond(received: StoreRequest, url: URL, objects: Objects, uploads: Map<string, Upload>): Answer {
  const { method, key, query, headers, body } = received
  if (!url.pathname.startsWith(`/${bucket}`)) return failure(404, 'NoSuchBucket')
  if (key === '') return query.has('uploads') ? listUploads(uploads) : listObjects(objects, query)
  if (method === 'GET') return read(objects.get(key), headers.range)
  if (query.has('uploads')) {
    const id = randomBytes(8).toString('hex')
    uploads.set(id, { key, parts: new Map(), begun: Date.now() })
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    }
  }
  const id = query.get('uploadId')
  if (method === 'DELETE') {
    if (id === null) objects.delete(key)
    else uploads.delete(id)
    return { status: 204 }
  }
  if (id === null) return store(objects, key, body, headers)
  const upload = uploads.get(id)
  if (!upload) return failure(404, 'NoSuchUpload')
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${sha256(body).slice(0, 32)}"` } }
  }
  const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
  const whole = parts.map(([, number, etag]) => {
    const part = upload.parts.get(Number(number))
    return part && sha256(part).startsWith(etag ?? '-') ? part : undefined
  })
  if (whole.length !== upload.parts.size || whole.includes(undefined)) return failure(400, 'InvalidPart')
  const answer = store(objects, key, Buffer.concat(whole as Buffer[]), headers)
  if (answer.status === 200) uploads.delete(id)
  return answer
}

function store(objects: Objects, key: string, body: Buffer, headers: StoreRequest['headers']): Answer {
  if (headers['if-none-match'] === '*' && objects.has(key)) return failure(412, 'PreconditionFailed')
  objects.set(key, body)
  return { status: 200 }
}

function read(object: Buffer | undefined, range: string | undefined): Answer {
  if (!object) return failure(404, 'NoSuchKey')
  const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []).map(Number)
  const body = object.subarray(from, to + 1)
  const headers = { 'content-range': `bytes ${from}-${from + body.length - 1}/${object.length}` }
  return { status: 206, body, headers }
}

const pageSize = 2

function listObjects(objects: Objects, query: URLSearchParams): Answer {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const listed = keys
    .slice(from, from + pageSize)
    .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
  const next = from + pageSize
  const more = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return { status: 200, body: `<ListBucketResult>${listed.join('')}${more}</ListBucketResult>` }
}

const listUploads = (uploads: Map<string, Upload>): Answer => ({
  status: 200,
  body: `<ListMultipartUploadsResult>${[...uploads]
    .map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begun).toISOString()}</Initiated></Upload>`,
    )
    .join('')}</ListMultipartUploadsResult>`,
})

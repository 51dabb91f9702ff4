// The least that a fetch costs in Node: it finds the key by its hash, reads the state of the keys of a batch, writes
// their record durably, and opens what is sealed. It has no limits, counts, log, routes or checks. With two threads,
// the second one has the database, and the first one parses and answers. Arguments: one JSON `FloorOrder`.

import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { LoadRequest } from './load.ts'

export interface FloorOrder {
  readonly file: string
  readonly threads: 1 | 2
  /** One for each key, and the response of them all. */
  readonly requests: readonly LoadRequest[]
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Sealed {
  readonly id: number
  readonly nonce: Buffer
  readonly sealed: Buffer
  readonly etag: string
}

const bytesOfRecord = 100
const bytesOfTag = 16

/** Reads the states of the keys of a batch, and writes its record. */
function openStore(file: string, keys: number): (ids: readonly number[]) => void {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000;
    create table if not exists keys (id integer primary key, version integer not null, ends_at integer);
    create table if not exists packs (at integer not null, calls blob not null)`)
  for (let id = 0; id < keys; id++) db.prepare('insert or ignore into keys values (?, 1, null)').run(id)
  const states = db.prepare(
    'select id, version, ends_at from keys where id in (select value from json_each(?))',
  )
  const insert = db.prepare('insert into packs values (?, ?)')
  return (ids) => {
    db.exec('begin immediate')
    if (states.all(JSON.stringify([...new Set(ids)])).length === 0) throw new Error('No key')
    insert.run(Date.now(), Buffer.alloc(ids.length * bytesOfRecord, 1))
    db.exec('commit')
  }
}

type Store = (ids: readonly number[], done: () => void) => void

const storeHere = ({ file, requests }: FloorOrder): Store => {
  const write = openStore(file, requests.length)
  return (ids, done) => {
    write(ids)
    done()
  }
}

/** One batch at a time, while the next one grows. */
const storeApart = (order: FloorOrder): Store => {
  const worker = new Worker(new URL(import.meta.url), { workerData: order })
  return (ids, done) => {
    worker.once('message', done)
    worker.postMessage(ids)
  }
}

function storeForMain({ file, requests }: FloorOrder): void {
  const write = openStore(file, requests.length)
  parentPort?.on('message', (ids: readonly number[]) => {
    write(ids)
    parentPort?.postMessage(null)
  })
}

function serve(order: FloorOrder): void {
  const { body, headers, requests } = order
  // With the key's bytes instead, Node takes three times as long to open.
  const secret = createSecretKey(randomBytes(32))
  const sealed = new Map<string, Sealed>(
    requests.map(({ headers }, id) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce)
      const bytes = Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()])
      const etag = headers['if-none-match'] ?? '""'
      return [hash('sha256', headers['x-api-key'] ?? '', 'base64'), { id, nonce, sealed: bytes, etag }]
    }),
  )
  const open = ({ nonce, sealed }: Sealed): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce)
    decipher.setAuthTag(sealed.subarray(-bytesOfTag))
    return Buffer.concat([decipher.update(sealed.subarray(0, -bytesOfTag)), decipher.final()])
  }
  const store = order.threads === 1 ? storeHere(order) : storeApart(order)

  let waiting: { request: IncomingMessage; response: ServerResponse; key: Sealed }[] = []
  let isStoring = false
  const flush = () => {
    if (isStoring || waiting.length === 0) return
    const batch = waiting
    waiting = []
    isStoring = true
    store(
      batch.map(({ key }) => key.id),
      () => {
        isStoring = false
        for (const { request, response, key } of batch)
          if (request.headers['if-none-match'] === key.etag) response.writeHead(304, headers).end()
          else {
            const text = open(key)
            response.writeHead(200, { ...headers, 'content-length': text.length }).end(text)
          }
        if (waiting.length > 0) setImmediate(flush)
      },
    )
  }
  const server = createServer((request, response) => {
    const key = sealed.get(hash('sha256', String(request.headers['x-api-key']), 'base64'))
    if (!key) {
      response.writeHead(401).end()
      return
    }
    waiting.push({ request, response, key })
    if (waiting.length === 1) setImmediate(flush)
  })
  server.listen(0, '127.0.0.1', () => {
    const bound = server.address()
    process.stdout.write(`${typeof bound === 'object' ? bound?.port : ''}\n`)
  })
}

if (!isMainThread) storeForMain(workerData as FloorOrder)
else serve(JSON.parse(process.argv[2] ?? ''))

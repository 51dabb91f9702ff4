import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { downloadProjectLog } from '@envhold/contract/activity/project-log.ts'
import { realPathOf } from '../files/real-path.ts'
import { endings } from '../files/write-private-file.ts'
import { openStdout } from '../output/output.ts'
import type { ChosenProject } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'

/** A log of a year is long, and the server sends it as fast as it can read. */
const timeoutMs = 60 * 60_000

interface Destination {
  readonly cwd: string
  /** As given with `--output`; the name that the server suggests if undefined. */
  readonly output: string | undefined
  /** Replaces a file that exists. */
  readonly force: boolean
}

/**
 * Downloads a log to a file, completely or not at all.
 * @returns the name of the file; `-` for stdout
 */
export async function downloadLog(
  { client }: Pick<Connection, 'client'>,
  project: ChosenProject,
  destination: Destination,
): Promise<string> {
  let file = destination.output ?? ''
  const receive = async ({ headers, body }: Response) => {
    const chunks = body as unknown as AsyncIterable<Uint8Array>
    file ||= suggestedName(headers) ?? `envhold-${project.id}-log.ndjson`
    await (file === '-' ? print(chunks) : saveLog(chunks, resolve(destination.cwd, file), destination.force))
  }
  const stop = new AbortController()
  const options = { receive, timeoutMs, signal: stop.signal }
  try {
    await client.call(downloadProjectLog, { params: { id: project.id } }, options)
  } catch (error) {
    // Otherwise the process would wait for the rest of a file that cannot be saved.
    stop.abort()
    throw error instanceof ApiError && error.code === 'FORBIDDEN' ? notOwner(project) : error
  }
  return file
}

const notOwner = ({ name }: ChosenProject) =>
  new UserError(
    `You cannot download the log of ${sanitize(name)}.`,
    'Its owner can, with a token that may list projects.',
    'FORBIDDEN',
  )

const suggestedName = (headers: Headers) =>
  /filename="([\w-][\w.-]{0,150})"/.exec(headers.get('content-disposition') ?? '')?.[1]

async function print(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const stdout = openStdout()
  for await (const chunk of chunks) if (!stdout.write(chunk)) await once(stdout, 'drain')
}

/** Saves all of it, or nothing, also if a signal ends the program. */
export async function saveLog(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  force: boolean,
): Promise<void> {
  if (!force && (await stat(path).catch(() => null)))
    throw new UserError(`${path} exists. It was not replaced.`, 'Pass --output FILE, or --force.', 'EXISTS')
  const target = realPathOf(path)
  const part = `${target}.${process.pid}.part`
  const end = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of endings) process.once(signal, end)
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(chunks)
    } finally {
      await file.close()
    }
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    for (const signal of endings) process.off(signal, end)
  }
}

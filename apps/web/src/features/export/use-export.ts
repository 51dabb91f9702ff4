import type { ExportedProject } from '@envhold/contract/export.ts'
import { makeZip } from 'client-zip'
import { useEffect, useRef, useState } from 'react'
import { type ErrorTexts, errorText } from '../../connection/api/error-text.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { type ArchiveEntry, archiveEntries } from './archive-entries.ts'
import { readVersions } from './read-versions.ts'
import { createSafeNames } from './safe-names.ts'

export interface ExportChoice {
  readonly history: boolean
  /** Typed for this download; null while the vault is open. */
  readonly masterPassword: string | null
}

interface Progress {
  /** Environments. */
  readonly done: number
  readonly total: number
  /** What was read so far, as JSON. */
  readonly bytes: number
}

export type ExportState =
  | { readonly step: 'choosing' }
  | ({ readonly step: 'running' } & Progress)
  /** A call failed. */
  | ({ readonly step: 'paused'; readonly problem: unknown; readonly environment: string } & Progress)
  | { readonly step: 'failed'; readonly problem: unknown }
  | { readonly step: 'done'; readonly name: string; readonly file: Blob }

const fileName = (name: string, exportedAt: string) =>
  createSafeNames('envhold').take(`envhold-${name}-${exportedAt.slice(0, 10)}`, '.zip')

/** Reads projects and makes them a file. Values and the typed master password are gone when the page leaves. */
export function useExport(name: string) {
  const { api } = useConnection()
  const [state, setState] = useState<ExportState>({ step: 'choosing' })
  const stopper = useRef<AbortController>(undefined)
  const typed = useRef<string | null>(null)
  const resume = useRef<(leftOut: string | null) => void>(undefined)
  const stop = () => {
    stopper.current?.abort()
    typed.current = null
  }
  useEffect(() => () => stopper.current?.abort(), [])

  const run = async (projects: readonly ExportedProject[], { history, masterPassword }: ExportChoice) => {
    stop()
    typed.current = masterPassword
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const total = projects.reduce((sum, { environments }) => sum + environments.length, 0)
    let progress = { done: 0, total, bytes: 0 }
    const show = (next: ExportState) => signal.aborted || setState(next)
    const advance = (next: Partial<Progress>) => {
      progress = { ...progress, ...next }
      show({ step: 'running', ...progress })
    }
    const onFailure = async (problem: unknown, environment: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | null>()
      resume.current = resolve
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      show({ step: 'paused', problem, environment, ...progress })
      const leftOut = await promise
      show({ step: 'running', ...progress })
      return leftOut
    }
    show({ step: 'running', ...progress })
    try {
      const exportedAt = new Date().toISOString()
      const reading = { api, history, signal, masterPassword: () => typed.current }
      const entries = archiveEntries(
        { exportedAt, server: window.location.origin, history },
        {
          projects,
          read: (environment) =>
            readVersions(
              { ...reading, onFailure: (problem) => onFailure(problem, environment.name) },
              environment,
            ),
          onPart: (bytes) => advance({ bytes: progress.bytes + bytes }),
          onEnvironment: () => advance({ done: progress.done + 1 }),
        },
      )
      const file = await zipBlob(entries)
      if (signal.aborted) return
      const saved = { name: fileName(name, exportedAt), file }
      saveFile(saved.name, saved.file)
      show({ step: 'done', ...saved })
    } catch (problem) {
      show({ step: 'failed', problem })
    } finally {
      if (stopper.current?.signal === signal) typed.current = null
    }
  }

  return {
    state,
    start: (projects: readonly ExportedProject[], choice: ExportChoice) => void run(projects, choice),
    /** Makes the failed call again; @param masterPassword the right one, if that was the problem */
    resume: (masterPassword: string | null) => {
      typed.current = masterPassword ?? typed.current
      resume.current?.(null)
    },
    /** Continues without the environment that could not be read. */
    leaveOut: (problem: unknown) => resume.current?.(errorText(problem, exportErrors.exportEnvironment)),
    stop,
  }
}

/** What is written so far leaves the page’s memory in pieces of this size. */
const pieceBytes = 1024 * 1024

/** Makes the archive, entry by entry. */
export async function zipBlob(entries: AsyncIterable<ArchiveEntry>): Promise<Blob> {
  const blobs: Blob[] = []
  let piece: Uint8Array<ArrayBuffer>[] = []
  let pieceSize = 0
  const flush = () => {
    blobs.push(new Blob(piece))
    piece = []
    pieceSize = 0
  }
  const reader = makeZip(entries).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    piece.push(value as Uint8Array<ArrayBuffer>)
    pieceSize += value.byteLength
    if (pieceSize >= pieceBytes) flush()
  }
  flush()
  return new Blob(blobs, { type: 'application/zip' })
}

/** What people read when one of these calls fails. */
export const exportErrors = {
  listExport: { fallback: 'Failed to list your projects' },
  exportEnvironment: { fallback: 'Failed to read an environment' },
  makeArchive: { fallback: 'Failed to create the ZIP file' },
} as const satisfies Record<string, ErrorTexts>

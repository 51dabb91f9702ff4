import { DatabaseSync } from 'node:sqlite'

const lockMs = 30_000

/**
 * Copies a SQLite database beside its server, as one consistent state. Writers go on meanwhile. Blocks until it is done.
 * @param to an empty file
 */
export function copySqlite(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: lockMs })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

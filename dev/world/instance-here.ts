import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addPerson } from './add-person.ts'
import { appForTests } from './app-for-tests.ts'
import { sharedSecret } from './migrated-data.ts'
import type { Person, SignUp } from './sign-up.ts'

/** An instance on SQLite that other processes use: over HTTP, or beside it in its data folder. */
export interface Instance {
  /** Without `/api`. */
  readonly url: string
  readonly dataDir: string
  readonly addPerson: (given?: SignUp) => Promise<Person>
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * Starts an instance in this process, which takes a twentieth of the time of a process of its own (start-server.ts).
 * Its hourly work does not run.
 */
export async function instanceHere(settings: Record<string, string> = {}): Promise<Instance> {
  const app = await appForTests('sqlite', settings)
  const { dataDir } = app.ctx.config
  await writeFile(join(dataDir, 'server-secret'), sharedSecret, { mode: 0o600 })
  app.ctx.mail.start()
  let stopping: Promise<void> | undefined
  return {
    url: app.url,
    dataDir,
    addPerson: (given) => addPerson(app, given),
    stop: () => {
      stopping ??= app.stop()
      return stopping
    },
  }
}

import { join } from 'node:path'

/** Defined by the build alone. */
declare const isReleased: true | undefined

/** Whether this runs from a release folder, which has everything beside its server. */
export const isRelease = typeof isReleased !== 'undefined'

const folder = join(import.meta.dirname, isRelease ? '..' : '../../../build/envhold-server')

/** Where the files are that ship with the server. */
export const installation = {
  web: join(folder, 'web'),
  /** What `/cli` serves. */
  commandLine: join(folder, 'cli'),
  /** What `/docs/runbooks` and the like serve. */
  documents: join(folder, 'docs'),
}

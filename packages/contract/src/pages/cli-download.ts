/**
 * Each instance serves the command line of its own version, as an npm package and as one file to run with Node. Every
 * page and document uses the install commands below.
 */
export const cliDownloads = {
  archive: { path: '/cli/envhold.tgz', type: 'application/gzip' },
  script: { path: '/cli/envhold.mjs', type: 'text/javascript; charset=utf-8' },
} as const

const maxUrlLength = 256
const mark = 'envhold-served-from'

/** A text in the files of the command line, in which the server that serves them writes its URL. */
export const servedFromSlot = mark.padEnd(maxUrlLength)

/** The same text with the URL of the server, or without one if that is too long. */
export const fillServedFrom = (url: string): string =>
  url.length > maxUrlLength ? servedFromSlot : url.padEnd(maxUrlLength)

/** The URL in a slot, or null if no server wrote its own. */
export const readServedFrom = (slot: string): string | null => (slot.startsWith(mark) ? null : slot.trimEnd())

/** `origin` is the URL of the instance, without a slash at the end. */
export const installCommand = (origin: string): string =>
  `npm install --global ${origin}${cliDownloads.archive.path}`

/** Runs one command in a pipeline, without installing anything. */
export const runOnceCommand = (origin: string, words: string): string =>
  `npx --yes --package ${origin}${cliDownloads.archive.path} envhold ${words}`

/** The response header with the server's version, which the command line compares with its own. */
export const versionHeader = 'x-envhold-version'

/**
 * Each instance serves its own command line, of its own version: an npm package to install, and one file to run with Node.
 * Every page and document takes its install command from here.
 */
export const cliDownloads = {
  archive: { path: '/cli/envhold.tgz', type: 'application/gzip' },
  script: { path: '/cli/envhold.mjs', type: 'text/javascript; charset=utf-8' },
} as const

/** `origin` is the instance's address, without a slash at the end. */
export const installCommand = (origin: string): string =>
  `npm install --global ${origin}${cliDownloads.archive.path}`

/** Runs one command in a pipeline, without installing anything. */
export const runOnceCommand = (origin: string, words: string): string =>
  `npx --yes --package ${origin}${cliDownloads.archive.path} envhold ${words}`

/** The header with which a server names its version to the command line. */
export const versionHeader = 'x-envhold-version'

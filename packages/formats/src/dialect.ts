/** The formats in which variables can be written. */
export const formats = ['dotenv', 'json', 'yaml', 'github', 'shell'] as const
export type Format = (typeof formats)[number]

/** The formats from which variables can be read. */
export const readableFormats = ['dotenv', 'json'] as const
export type ReadableFormat = (typeof readableFormats)[number]

/** The family of readers for which a dotenv text is written (rule 4). */
export const dotenvDialects = [
  'node',
  'next',
  'compose',
  'docker',
  'python',
  'ruby',
  'go',
  'php',
  'make',
  'bash',
  'systemd',
] as const
export type DotenvDialect = (typeof dotenvDialects)[number]

/** The readers for which a text can be written: those of dotenv, and fish for the shell format. */
export const dialects = [...dotenvDialects, 'fish'] as const
export type Dialect = (typeof dialects)[number]

/** `Content-Type` of each format. Shell and dotenv are plain text so that no browser offers to run them. */
export const mediaTypes: Readonly<Record<Format, string>> = {
  dotenv: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  github: 'text/plain; charset=utf-8',
  shell: 'text/plain; charset=utf-8',
}

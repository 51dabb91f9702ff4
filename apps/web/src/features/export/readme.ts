import type { EnvironmentFile } from './environment-file.ts'
import type { Exported } from './export-document.ts'

export interface Note extends Pick<EnvironmentFile, 'warnings' | 'leftOut'> {
  /** The path of the `.env` file. */
  readonly path: string
}

export const readmeName = 'README.txt'

interface Summary extends Exported {
  readonly notes: readonly Note[]
  /** Environments that were deleted while the rest was read. */
  readonly missing: readonly string[]
}

const part = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, '', ...lines.map((line) => `- ${line}`), '']

/** What the archive contains, and which values need care. It names variables and never contains a value. */
export function readme({ exportedAt, server, history, notes, missing }: Summary): string {
  const remarks = (of: 'warnings' | 'leftOut') =>
    notes.flatMap((note) => note[of].map(({ key, problem }) => `${note.path}: ${key}: ${problem}.`))
  return [
    `Exported from ${server} at ${exportedAt}.`,
    '',
    'THIS ARCHIVE IS NOT ENCRYPTED. Whoever has it can read every value in it.',
    'Delete it as soon as you no longer need it, and never commit it to version control.',
    '',
    'PROJECT/ENVIRONMENT.env  the newest values of each environment',
    `envhold-export.json      the same values exactly${history ? ', with every stored version' : ', without the history'}`,
    '',
    ...part(
      'Not in the .env file, because no .env file holds this value exactly. It is in the JSON:',
      remarks('leftOut'),
    ),
    ...part(
      'Check these values, because programs read them differently. The JSON has them exactly:',
      remarks('warnings'),
    ),
    ...part('Deleted while this archive was made, so not in it:', missing),
  ].join('\n')
}

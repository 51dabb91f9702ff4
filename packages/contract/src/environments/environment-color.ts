export const environmentColors = ['sky', 'indigo', 'violet', 'plum', 'brown', 'slate'] as const
export type EnvironmentColor = (typeof environmentColors)[number]

const colorsByWord: ReadonlyMap<string, EnvironmentColor> = new Map([
  ['development', 'sky'],
  ['dev', 'sky'],
  ['qa', 'indigo'],
  ['test', 'indigo'],
  ['staging', 'violet'],
  ['stage', 'violet'],
  ['production', 'plum'],
  ['prod', 'plum'],
  ['live', 'plum'],
  ['preview', 'brown'],
])

interface NamedEnvironment {
  readonly name: string
  readonly color?: EnvironmentColor | null | undefined
}

/** `production` of `Production-eu`. */
const firstWord = (name: string): string => /^[^-_]*/.exec(name.toLowerCase())?.[0] ?? ''

/** The colour that somebody chose for an environment, or the one that belongs to the first word of its name. */
export const environmentColor = ({ name, color }: NamedEnvironment): EnvironmentColor =>
  color ?? colorsByWord.get(firstWord(name)) ?? 'slate'

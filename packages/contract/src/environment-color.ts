export const environmentColors = ['sky', 'indigo', 'violet', 'plum', 'brown', 'slate'] as const
export type EnvironmentColor = (typeof environmentColors)[number]

const colorsByName: ReadonlyMap<string, EnvironmentColor> = new Map([
  ['development', 'sky'],
  ['qa', 'indigo'],
  ['test', 'indigo'],
  ['staging', 'violet'],
  ['production', 'plum'],
  ['prod', 'plum'],
  ['live', 'plum'],
  ['preview', 'brown'],
])

interface Named {
  readonly name: string
  readonly color?: EnvironmentColor | null | undefined
}

/** The colour that somebody chose for an environment, or the one that belongs to its name. */
export const environmentColor = ({ name, color }: Named): EnvironmentColor =>
  color ?? colorsByName.get(name.toLowerCase()) ?? 'slate'

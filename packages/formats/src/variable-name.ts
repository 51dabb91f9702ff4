/** Why `isVariableName` rejects a name, as a sentence for users. */
export const nameProblem = 'a name has only A-Z, a-z, 0-9 and _, and does not begin with a digit'

/** Whether every format and dialect can hold `name`: the portable names of POSIX, 1 character or more. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

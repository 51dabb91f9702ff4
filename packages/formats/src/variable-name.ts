/** What is wrong with a name that `isVariableName` refuses, as a sentence for people. */
export const nameProblem = 'a name holds only A-Z, a-z, 0-9 and _, and does not begin with a digit'

/**
 * Whether `name` can be carried by every format and dialect: the portable names of POSIX, 1 character or more.
 */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

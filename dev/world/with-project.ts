import { filledBeforeAll } from './filled-before-all.ts'
import { type SeededProject, seedEnvironment, seedProject } from './seed-project.ts'
import type { Person } from './sign-up.ts'

type Owner = Pick<Person, 'client'>

/** A project for all tests of the surrounding block, with an empty environment for each name. */
export const withProject = <Name extends string>(
  owner: Owner,
  ...names: readonly Name[]
): SeededProject<Name> => filledBeforeAll(() => seedProject(owner, ...names))

/** One environment of its own project for all tests of the surrounding block, with these variables at version 1. */
export const withEnvironment = (
  owner: Owner,
  variables?: Readonly<Record<string, string>>,
): { readonly projectId: number; readonly id: number } =>
  filledBeforeAll(() => seedEnvironment(owner, variables))

import { addPerson } from './add-person.ts'
import type { TestApp } from './app-for-tests.ts'
import { filledBeforeAll } from './filled-before-all.ts'
import type { Person, SignUp } from './sign-up.ts'

/**
 * An account that exists before the tests of the surrounding block. The first on an instance becomes its operator, whom
 * no plan limits.
 */
export const withPerson = (app: Pick<TestApp, 'ctx' | 'url'>, signUp?: SignUp): Person =>
  filledBeforeAll(() => addPerson(app, signUp))

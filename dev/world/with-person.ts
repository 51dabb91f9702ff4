import type { TestApp } from './app-for-tests.ts'
import { filledBeforeAll } from './filled-before-all.ts'
import { type Person, type SignUp, signUp } from './sign-up.ts'

/**
 * A user who has registered before the tests of the surrounding block. The first on an instance becomes its operator,
 * whom no plan limits.
 */
export const withPerson = (app: Pick<TestApp, 'url'>, given?: SignUp): Person =>
  filledBeforeAll(() => signUp(app.url, given))

import type { Relay } from '../run-child.ts'
import { passOn } from './pass-on.ts'
import { indexPatterns } from './pattern-index.ts'
import { createRedactor } from './redactor.ts'
import { secretForms } from './secret-forms.ts'

/** Removes these values from the output of a command, separately on stdout and stderr. */
export function redactingRelay(values: Iterable<string>): Relay {
  const index = indexPatterns(secretForms(values))
  return async ({ stdout, stderr }) => {
    await Promise.all([
      stdout && passOn(stdout, process.stdout, createRedactor(index)),
      stderr && passOn(stderr, process.stderr, createRedactor(index)),
    ])
  }
}

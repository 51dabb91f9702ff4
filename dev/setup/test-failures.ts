import { stripVTControlCharacters } from 'node:util'

export interface Failure {
  /** File and test, as a reader would look for them. */
  where: string
  message: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The failed tests in the report of Vitest's JSON reporter, and the files that could not be loaded. */
export function vitestFailures(report: unknown): Failure[] {
  return (report as VitestReport).testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [{ where: file.name, message: file.message }]
    return failed.map(({ fullName, failureMessages }) => ({
      where: `${file.name} › ${fullName}`,
      message: failureMessages.join('\n'),
    }))
  })
}

interface Suite {
  file: string
  specs: {
    title: string
    ok: boolean
    tests: { results: { error?: { message?: string } }[] }[]
  }[]
  suites?: Suite[]
}

/** The failed tests in the report of Playwright's JSON reporter, and the errors outside every test. */
export function playwrightFailures(report: unknown): Failure[] {
  const { suites, errors } = report as { suites: Suite[]; errors: { message?: string }[] }
  const outside = errors.map(({ message = '' }) => ({ where: 'outside every test', message }))
  return [...suites.flatMap(failuresOf), ...outside]
}

function failuresOf({ file, specs, suites = [] }: Suite): Failure[] {
  const failed = specs.filter(({ ok }) => !ok)
  const own = failed.map(({ title, tests }) => ({
    where: `${file} › ${title}`,
    message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
  }))
  return [...own, ...suites.flatMap(failuresOf)]
}

const shownFailures = 20
const shownLines = 12
/** A line of a stack that is not in a file of ours. */
const othersFrame = /^\s+at (?:.*node_modules|new Promise|node:)/

/** What failed, short enough to be read at the end of a long log. */
export function describeFailures(failures: Failure[], root: string): string {
  const visible = failures.slice(0, shownFailures).map(({ where, message }) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '' && !othersFrame.test(line))
    return [
      `   FAILED  ${where.replace(`${root}/`, '')}`,
      ...lines.slice(0, shownLines).map((line) => `      ${line}`),
    ]
  })
  const more = failures.length - shownFailures
  return [...visible.flat(), ...(more > 0 ? [`   … and ${more} more`] : [])].join('\n')
}

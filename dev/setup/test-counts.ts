export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function total(counts: Counts[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return sum
}

/** A run that fails with its exit code has failed, even if no test did (a crash, an error outside every test). */
export function countExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Counts from Vitest's JSON reporter. A file that could not be loaded contains no test and counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { testResults } = report as {
    testResults: { status: string; assertionResults: { status: string }[] }[]
  }
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of testResults) {
    for (const { status } of file.assertionResults) {
      counts[status === 'passed' || status === 'failed' ? status : 'skipped']++
    }
    const noneFailed = file.assertionResults.every(({ status }) => status !== 'failed')
    if (file.status === 'failed' && noneFailed) counts.failed++
  }
  return counts
}

/** Counts from Playwright's JSON reporter. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** The last line of the form `N passed, N failed`. */
export function countLine(output: string): Counts | undefined {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  return last ? { passed: Number(last[1]), failed: Number(last[2]), skipped: 0 } : undefined
}

import { parse } from 'yaml'
import type { Sample } from '../apps/web/manual/sample.ts'

interface Step {
  readonly file: string
  readonly script: string
}

interface Job {
  readonly steps?: readonly (string | { readonly run?: string })[]
  readonly script?: readonly string[]
}

const jobsOf = (name: string, code: string): readonly Job[] => {
  const document = parse(code)
  return name === '.gitlab-ci.yml' ? Object.values(document) : Object.values(document.jobs)
}

/**
 * What the steps of a pipeline in the manual run, one after the other as one script: GitHub and CircleCI pass variables
 * on in files, which a test replaces by the file itself.
 */
export function stepsOf(sample: Sample): readonly Step[] {
  if (sample.kind !== 'file' || !/^\.(github|gitlab-ci|circleci)/.test(sample.name)) return []
  return jobsOf(sample.name, sample.code).map(({ steps = [], script = [] }) => {
    const lines = [...steps.flatMap((step) => (typeof step === 'string' ? [] : (step.run ?? []))), ...script]
    const [file, isCircle] = [sample.name, sample.name.startsWith('.circleci')]
    const fetched = isCircle ? ['BASH_ENV=$PWD/bash-env', ': > "$BASH_ENV"'] : []
    const used = isCircle
      ? lines.map((line) => (line === './deploy.sh' ? '. "$BASH_ENV"; ./deploy.sh' : line))
      : lines
    return { file, script: [...fetched, ...used].join('\n') }
  })
}

import type { Topic } from '../manual/block.ts'
import { circleci } from './circleci.ts'
import { githubActions } from './github-actions.ts'
import { gitlabCi } from './gitlab-ci.ts'

export const pipelines: readonly Topic[] = [githubActions, gitlabCi, circleci]

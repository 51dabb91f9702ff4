import type { Section } from '../manual/section.ts'
import { circleci } from './circleci.ts'
import { compose } from './compose.ts'
import { direnv } from './direnv.ts'
import { docker } from './docker.ts'
import { formats } from './formats.ts'
import { githubActions } from './github-actions.ts'
import { gitlabCi } from './gitlab-ci.ts'
import { go } from './go.ts'
import { justAndMake } from './just-and-make.ts'
import { kubernetes } from './kubernetes.ts'
import { movingIn } from './moving-in.ts'
import { node } from './node.ts'
import { python } from './python.ts'
import { systemd } from './systemd.ts'
import { terraform } from './terraform.ts'

export const integrationsSection: Section = {
  id: 'integrations',
  title: 'Integrations',
  topics: [
    formats,
    githubActions,
    gitlabCi,
    circleci,
    docker,
    compose,
    kubernetes,
    terraform,
    systemd,
    direnv,
    justAndMake,
    node,
    python,
    go,
    movingIn,
  ],
}

import type { Section } from '../manual/section.ts'
import { compose } from './compose.ts'
import { direnv } from './direnv.ts'
import { docker } from './docker.ts'
import { formats } from './formats.ts'
import { justAndMake } from './just-and-make.ts'
import { kubernetes } from './kubernetes.ts'
import { languages } from './languages.ts'
import { movingIn } from './moving-in.ts'
import { pipelines } from './pipelines.ts'
import { systemd } from './systemd.ts'
import { terraform } from './terraform.ts'

export const integrationsSection: Section = {
  id: 'integrations',
  title: 'Integrations',
  topics: [
    formats,
    ...pipelines,
    docker,
    compose,
    kubernetes,
    terraform,
    systemd,
    direnv,
    justAndMake,
    ...languages,
    movingIn,
  ],
}

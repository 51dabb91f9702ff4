import { runOnceCommand } from '@envhold/contract/cli-download.ts'
import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, text, topic } from '../manual/block.ts'

export const gitlabCi = {
  ...topic(
    'gitlab-ci',
    'GitLab CI',
    text(
      'Under Settings, CI/CD, Variables add the API key as `ENVHOLD_TOKEN`, masked and protected. The program gets the variables; nothing is written to the disk of the runner.',
    ),
    file(
      '.gitlab-ci.yml',
      `
deploy:
  image: node:24
  variables:
    ENVHOLD_SERVER: ${origin}
  script:
    - ${runOnceCommand(origin, 'run --env production --redact -- ./deploy.sh')}`,
    ),
    text('`--redact` replaces values that the program prints by `***`.'),
  ),
  alias: 'pipeline ci',
}

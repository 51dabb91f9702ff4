import { runOnceCommand } from '@envhold/contract/cli-download.ts'
import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, text, topic } from '../manual/block.ts'

export const circleci = {
  ...topic(
    'circleci',
    'CircleCI',
    text(
      'Store the API key as `ENVHOLD_TOKEN` in a context or in the project’s settings. CircleCI reads `$BASH_ENV` before each step:',
    ),
    file(
      '.circleci/config.yml',
      `
version: 2.1
jobs:
  deploy:
    docker:
      - image: cimg/node:24.0
    environment:
      ENVHOLD_SERVER: ${origin}
    steps:
      - checkout
      - run: ${runOnceCommand(origin, 'pull --env production --format shell --output - >> "$BASH_ENV"')}
      - run: ./deploy.sh
workflows:
  deploy:
    jobs:
      - deploy:
          context: envhold`,
    ),
  ),
  alias: 'pipeline ci bash_env',
}

import { runOnceCommand } from '@envhold/contract/cli-download.ts'
import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, list, text, topic } from '../manual/block.ts'

export const githubActions = {
  ...topic(
    'github-actions',
    'GitHub Actions',
    text(
      'Store the API key as the repository secret `ENVHOLD_API_KEY`. Later steps of the job see every variable:',
    ),
    file(
      '.github/workflows/deploy.yml',
      `
name: Deploy
on: push
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: ${runOnceCommand(origin, 'pull --env production --format github')}
        env:
          ENVHOLD_SERVER: ${origin}
          ENVHOLD_TOKEN: \${{ secrets.ENVHOLD_API_KEY }}
      - run: ./deploy.sh`,
    ),
    list(
      '`--format github` masks every line of every value in the log first, then appends to `$GITHUB_ENV`. Values shorter than 6 characters are not masked; they are named.',
      'The endpoint with `format=github` does **not** mask: print `::add-mask::` yourself before you use it.',
      'For one step only, use `envhold run --env production -- ./deploy.sh` instead.',
    ),
  ),
  alias: 'ci workflow secrets mask github_env',
}

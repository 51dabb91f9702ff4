import { file, shell, shellElsewhere, text, topic } from '../manual/block.ts'

export const compose = {
  ...topic(
    'compose',
    'Docker Compose',
    file(
      'compose.yaml',
      `
services:
  web:
    image: my-image
    env_file:
      - app.compose.env`,
    ),
    text('Compose expands `$` in the file unless it is written for it, so name the dialect:'),
    shell(
      `envhold pull --env production --dialect compose --output app.compose.env --force
grep -c = app.compose.env`,
      '',
    ),
    shellElsewhere('a Docker daemon', 'docker compose up -d'),
    text(
      'Or leave no file: name the variables under `environment:` without values, and run `envhold run --env production -- docker compose up`.',
    ),
  ),
  alias: 'env_file container docker-compose',
}

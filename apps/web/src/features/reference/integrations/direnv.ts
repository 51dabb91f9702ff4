import { file, shell, text, topic } from '../manual/block.ts'

export const direnv = topic(
  'direnv',
  'direnv',
  text('Variables appear when you enter the folder and go when you leave it. No file holds them.'),
  file('.envrc', `eval "$(envhold pull --env staging --format shell --output - --offline-fallback)"`),
  text('`direnv allow` switches it on. Each entry costs one call. The same line works in any shell:'),
  shell(`bash -c '. ./.envrc && echo "$DB_USER"'`, 'shop'),
  text('In fish: `envhold pull --format shell --dialect fish --output - | source`.'),
)

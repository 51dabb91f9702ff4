import { note, part, shell, shellElsewhere, text, topic } from '../manual/block.ts'

export const docker = {
  ...topic(
    'docker',
    'Docker',
    text(
      '`docker run --env-file` knows no quotes and no line breaks, so it has a dialect of its own. A value that it cannot hold is refused with its name; `--except NAME` writes the others, and `--only NAME` chosen ones alone.',
    ),
    shell(
      `envhold pull --env production --dialect docker --output app.env --force
head -c 13 app.env`,
      'DATABASE_URL=',
    ),
    shellElsewhere('a Docker daemon', 'docker run --rm --env-file app.env my-image'),
    part('docker-run', 'Without a file'),
    text('Pass variables through by name; this also carries line breaks:'),
    shellElsewhere(
      'a Docker daemon',
      'envhold run --env production -- docker run --rm -e DATABASE_URL -e LOG_LEVEL my-image',
    ),
    part('docker-build', 'While building'),
    text('A build secret is in no layer of the image:'),
    shellElsewhere('a Docker daemon', 'docker build --secret id=env,src=app.env .'),
    note('Never copy a `.env` file into an image. List it in `.dockerignore`.'),
  ),
  alias: 'container env-file image build secret',
}

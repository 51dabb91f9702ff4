import { file, part, shell, text, topic } from '../manual/block.ts'

export const justAndMake = {
  ...topic(
    'just-and-make',
    'just and Make',
    text('Put `envhold run` before what a recipe starts:'),
    file(
      'justfile',
      `
env := "staging"

test:
    envhold run --env {{env}} -- npm test`,
    ),
    file(
      'Makefile',
      `
ENV ?= staging

.PHONY: test
test:
	envhold run --env $(ENV) -- npm test`,
    ),
    shell('make test ENV=production', 'npm test'),
    part('make-variables', 'As variables of make'),
    text('Make keeps quotes as part of a value and expands `$`, so name its dialect:'),
    shell(
      `envhold pull --env production --dialect make --output env.mk --force
printf 'include env.mk\\nshow:\\n\\t@echo $(LOG_LEVEL)\\n' | make -s -f - show`,
      'info',
    ),
  ),
  alias: 'makefile justfile gnu make recipe',
}

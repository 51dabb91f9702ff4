import { compose } from './compose.ts'
import { direnv } from './direnv.ts'
import { docker } from './docker.ts'
import { godotenv } from './go.ts'
import { make } from './make.ts'
import {
  dotenv,
  dotenvExpand,
  dotenvExpand11,
  dotenvFast,
  dotenvx,
  nextEnv,
  nodeEnvFile,
} from './node-readers.ts'
import type { Reader } from './reader.ts'
import { rubyThree } from './ruby-three.ts'
import { php, python, ruby, symfony } from './script-readers.ts'
import { bash } from './shell-readers.ts'
import { systemd } from './systemd.ts'

/** Every reader of dotenv text, in the order of the table. */
export const allReaders: readonly Reader[] = [
  dotenv,
  dotenvFast,
  nodeEnvFile,
  nextEnv,
  dotenvExpand,
  dotenvExpand11,
  dotenvx,
  bash,
  compose,
  docker,
  python,
  ruby,
  rubyThree,
  godotenv,
  php,
  make,
  systemd,
]

/** All of them, and readers for which nothing is written. */
export const allAndOthers: readonly Reader[] = [...allReaders, symfony, direnv]

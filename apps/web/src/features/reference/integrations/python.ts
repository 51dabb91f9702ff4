import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, shell, text, topic } from '../manual/block.ts'

export const python = {
  ...topic(
    'python',
    'Python',
    text('With the standard library alone, before anything reads its settings:'),
    file(
      'env.py',
      `
import json
import os
import urllib.request

request = urllib.request.Request(
    "${origin}/api/v1/inject/7/production?format=json",
    headers={"X-API-Key": os.environ["ENVHOLD_API_KEY"]},
)
with urllib.request.urlopen(request, timeout=10) as response:
    os.environ.update(json.load(response))`,
    ),
    shell(`python3 -c 'import env, os; print(os.environ["LOG_LEVEL"])'`, 'info'),
    text('For `python-dotenv` and Django, write a file with `envhold pull --dialect python`.'),
  ),
  alias: 'django flask python-dotenv pydantic',
}

import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, note, shell, shellElsewhere, text, topic } from '../manual/block.ts'

export const terraform = {
  ...topic(
    'terraform',
    'Terraform',
    text(
      'The `external` data source runs a program that reads JSON and prints a flat JSON object of strings, which is what `format=json` returns.',
    ),
    file(
      'envhold.sh',
      `
#!/bin/sh
set -eu
eval "$(jq -r '@sh "project=\\(.project) environment=\\(.environment)"')"
exec curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  "${origin}/api/v1/inject/$project/$environment?format=json"`,
    ),
    file(
      'envhold.tf',
      `
data "external" "envhold" {
  program = ["sh", "\${path.module}/envhold.sh"]
  query = {
    project     = "7"
    environment = "production"
  }
}

locals {
  database_url = sensitive(data.external.envhold.result["DATABASE_URL"])
}`,
    ),
    text('Try the program alone; Terraform calls it in the same way:'),
    shell(`echo '{"project": "7", "environment": "production"}' | sh envhold.sh | jq -r .LOG_LEVEL`, 'info'),
    shellElsewhere('the provider from the Terraform registry', 'terraform init && terraform plan'),
    note(
      'Terraform writes what a data source returns to its state file. Encrypt the state, or give the program its variables at run time instead. To set input variables only, run `envhold run -- terraform apply` with variables named `TF_VAR_…`.',
    ),
  ),
  alias: 'opentofu hcl external data source tf_var infrastructure',
}

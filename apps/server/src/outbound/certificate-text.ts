import { certificateProblem } from '@envhold/contract/certificate-problem.ts'

const texts = {
  untrusted:
    'its certificate is not trusted: name your certificate authority in NODE_EXTRA_CA_CERTS (docs/runbooks/untrusted-certificate.md)',
  expired: 'its certificate has expired: renew it there',
  'not-yet-valid': 'its certificate is not valid yet: check the clock of this machine',
  'other-host': 'its certificate is for another host name: use that name, or renew the certificate',
} as const

/** What is wrong with the certificate of another server, for operators; undefined for any other error code. */
export function certificateText(code: unknown): string | undefined {
  const problem = certificateProblem(code)
  return problem && texts[problem]
}

import { list, topic } from '../manual/block.ts'

export const suspended = {
  ...topic(
    'suspended',
    'Suspended, waiting, or without mail',
    list(
      '**Suspended**: an operator stopped the account. You see the reason, can manage the subscription and download your data. Collaborators of your projects keep reading.',
      '**No mail arrives**: look into the spam folder, then ask the operator: without a mail server the instance sends none, and inviters pass links on themselves.',
      '**A mailed link arrives changed**: mail gateways that rewrite `#` to `%23` do no harm. If the link is cut off, copy it from the text of the mail.',
      '**An address with letters such as ü in its host** is shown in the form that mail servers use, such as `grace@xn--bcher-kva.example`. Both spellings sign in.',
      '**Invitations are missing**: they show once the e-mail address that they were sent to is confirmed.',
      '**A fault of ours** (500, or exit code 70): quote the `request_id` of the answer. It finds the request in the server’s log.',
    ),
  ),
  alias: 'ACCOUNT_SUSPENDED support contact email verification bug request id',
}
